import { states } from '../../../rating/plan.ts'
import type { HomeRisk } from '../../homeowners/carrier.ts'
import type { Appetite } from './appetite.ts'
import type { PolicyForm, StormDeductibles } from './coverage.ts'
import type { HomeRates } from './rates.ts'

export type DemoHomePlan = {
  id: string
  name: string
  states: readonly string[]
  admitted?: false
  forms: Readonly<Partial<Record<HomeRisk['product'], PolicyForm>>>
  storm: StormDeductibles
  rates: HomeRates
  appetite: Omit<Appetite, 'products'>
}

const allBut = (without: string): readonly string[] =>
  states.filter(state => !without.split(' ').includes(state))

const UNUSUAL = ['under_construction', 'informal_basis']

const quillstone: DemoHomePlan = {
  id: 'quillstone',
  name: 'Quillstone Mutual',
  states: allBut('FL HI LA'),
  forms: { standard: 'HO-3', condo: 'HO-6' },
  storm: { hail: 1, coastal: 1, hurricane: 2, florida: 2 },
  rates: {
    index: 0.92,
    dwelling: { below: 0.74, above: 0.85 },
    deductibles: { 500: 1.07, 1000: 1, 1500: 0.965, 2500: 0.88, 5000: 0.82 },
    wildfire: [
      [0.7, 0.8],
      [0.98, 0.98],
      [1, 1],
      [1.16, 1.2],
      [1.35, 1.5],
    ],
    emphasis: { age: 1, roof: 1, claims: 1 },
    minimum: 400,
  },
  appetite: {
    builtFrom: 1920,
    maxRoofAges: {
      asphalt_shingle: 20,
      architectural_shingle: 25,
      flat: 15,
      wood_shake: 20,
      metal: 50,
      other: 20,
    },
    refusedHeating: ['wood_stove', 'none'],
    refusedOwnership: UNUSUAL,
    refusedProperty: ['mobile_home', 'multi_family'],
    wildfire: 'elevated',
    claims: 2,
    dwellingFrom: 100_000,
    dwellingTo: 1_500_000,
    bites: false,
    shortTermRentals: false,
  },
}

const fernhollow: DemoHomePlan = {
  id: 'fernhollow',
  name: 'Fernhollow Home',
  states: allBut('AK FL HI KS LA MS NE OK'),
  forms: { standard: 'HO-5', condo: 'HO-6' },
  storm: { hail: 1, coastal: 1, hurricane: 2, florida: 2 },
  rates: {
    index: 0.88,
    dwelling: { below: 0.7, above: 0.82 },
    deductibles: { 1000: 1, 2500: 0.87, 5000: 0.8, 10000: 0.72 },
    wildfire: [
      [0.7, 0.85],
      [0.98, 0.99],
      [1, 1],
      [1.16, 1.25],
    ],
    emphasis: { age: 1.1, roof: 1.2, claims: 1.4 },
    traits: { fire_alarm: 0.95, burglar_alarm: 0.95, sprinklers: 0.87, new_purchase: 0.9 },
    minimum: 500,
  },
  appetite: {
    builtFrom: 1975,
    maxRoofAges: { asphalt_shingle: 15, architectural_shingle: 18, flat: 15, metal: 40, other: 15 },
    refusedRoofs: ['wood_shake'],
    refusedHeating: ['wood_stove', 'none'],
    refusedOwnership: UNUSUAL,
    refusedProperty: ['mobile_home', 'multi_family'],
    wildfire: 'moderate',
    claims: 1,
    insuredYears: 1,
    dwellingFrom: 200_000,
    bites: false,
    trampolines: false,
    shortTermRentals: false,
  },
}

const larkmoor: DemoHomePlan = {
  id: 'larkmoor',
  name: 'Larkmoor Casualty',
  states: allBut('MA NY'),
  forms: { standard: 'HO-3', landlord: 'DP-3' },
  storm: { hail: 2, coastal: 2, hurricane: 3, florida: 2 },
  rates: {
    index: 1.03,
    dwelling: { below: 0.76, above: 0.88 },
    deductibles: { 1000: 1, 2000: 0.92, 2500: 0.89, 5000: 0.83 },
    wildfire: [
      [0.7, 0.78],
      [0.98, 0.98],
      [1, 1],
      [1.35, 1.45],
      [1.63, 2],
    ],
    emphasis: { age: 0.8, roof: 0.85, claims: 0.85 },
    minimum: 450,
  },
  appetite: {
    builtFrom: 1880,
    maxRoofAges: { asphalt_shingle: 25, architectural_shingle: 30, flat: 20, wood_shake: 25, other: 25 },
    refusedOwnership: UNUSUAL,
    refusedProperty: ['mobile_home'],
    wildfire: 'high',
    claims: 3,
    dwellingFrom: 75_000,
    dwellingTo: 1_000_000,
    shortTermRentals: false,
  },
}

const tidewick: DemoHomePlan = {
  id: 'tidewick',
  name: 'Tidewick Property',
  states: 'AL AR CT DC DE FL GA HI IA KS LA MA MD ME MN MO MS NC NE NH NJ NY OK PA RI SC SD TX VA'.split(' '),
  forms: { standard: 'HO-3', condo: 'HO-6', landlord: 'DP-3' },
  storm: { hail: 2, coastal: 2, hurricane: 3, florida: 2 },
  rates: {
    index: 0.95,
    dwelling: { below: 0.74, above: 0.86 },
    deductibles: { 500: 1.08, 1000: 1, 2500: 0.87, 5000: 0.8, 10000: 0.73 },
    wildfire: [
      [0.85, 0.85],
      [1, 1],
      [1.1, 1.12],
    ],
    emphasis: { age: 0.9, roof: 1.25, claims: 1 },
    traits: { storm_windows: 0.85 },
    minimum: 450,
  },
  appetite: {
    builtFrom: 1940,
    maxRoofAges: {
      asphalt_shingle: 18,
      architectural_shingle: 22,
      flat: 15,
      wood_shake: 15,
      metal: 40,
      other: 18,
    },
    refusedHeating: ['none'],
    refusedOwnership: UNUSUAL,
    refusedProperty: ['mobile_home'],
    wildfire: 'elevated',
    claims: 2,
    dwellingFrom: 100_000,
    dwellingTo: 2_000_000,
    bites: false,
  },
}

const saltbrace: DemoHomePlan = {
  id: 'saltbrace',
  name: 'Saltbrace Surplus Lines',
  states,
  admitted: false,
  forms: { standard: 'HO-3', condo: 'HO-6', landlord: 'DP-3' },
  storm: { hail: 2, coastal: 3, hurricane: 5, florida: 5 },
  rates: {
    index: 1.28,
    dwelling: { below: 0.72, above: 0.9 },
    deductibles: { 2500: 0.94, 5000: 0.86, 10000: 0.78 },
    wildfire: [
      [0.7, 0.85],
      [0.98, 0.99],
      [1, 1],
      [1.35, 1.5],
      [1.63, 2.1],
      [2.12, 3.2],
    ],
    emphasis: { age: 0.9, roof: 0.9, claims: 0.9 },
    traits: { dog_bite: 1.2, trampoline: 1.08, short_term_rental: 1.3 },
    minimum: 700,
  },
  appetite: {
    builtFrom: 1800,
    refusedProperty: ['mobile_home'],
    claims: 6,
    dwellingFrom: 20_000,
    dwellingTo: 5_000_000,
  },
}

export const demoHomePlans: readonly DemoHomePlan[] = [quillstone, fernhollow, larkmoor, tidewick, saltbrace]
