import { type Choice, curve, type Points } from '../../../rating/plan.ts'

/**
 * Market averages, relative to the home in the rate studies: built around 1992, ten-year-old asphalt roof, vinyl
 * siding, no claims. Source: Bankrate, Insurance.com and Checkbook 2025. Roof age and shape, heating, quality and
 * traits are by judgment.
 */
export const homeAge: Points = curve({ 0: 0.65, 5: 0.67, 15: 0.86, 33: 1, 60: 1.02, 100: 1.12 })

const asphalt = curve({ 0: 0.9, 5: 0.93, 10: 1, 15: 1.08, 20: 1.2, 25: 1.35, 40: 1.7 })
const tile = curve({ 0: 0.9, 20: 0.97, 50: 1.1, 100: 1.3 })

export const roofs: Readonly<Record<string, Points>> = {
  architectural_shingle: curve({ 0: 0.88, 5: 0.91, 10: 0.97, 15: 1.04, 20: 1.13, 25: 1.25, 40: 1.6 }),
  asphalt_shingle: asphalt,
  tile,
  slate: tile,
  metal: curve({ 0: 0.87, 10: 0.93, 30: 1.05, 50: 1.25 }),
  wood_shake: curve({ 0: 1.15, 10: 1.25, 20: 1.45, 30: 1.75 }),
  flat: curve({ 0: 0.95, 10: 1.08, 20: 1.35, 30: 1.65 }),
  other: asphalt,
}

export const roofShapes = { hip: 0.97, flat: 1.04, gambrel: 1.02, mansard: 1.02 }

export const sidings = {
  brick: 0.93,
  stone: 0.93,
  fiber_cement: 0.96,
  stucco: 0.97,
  wood_siding: 1.06,
  other: 1.02,
}

export const heatings = { wood_stove: 1.08, oil: 1.04, none: 1.1 }

export const qualities = { basic: 0.97, custom: 1.06, luxury: 1.12 }

export const claims: Points = curve({ 0: 1, 1: 1.12, 2: 1.35, 3: 1.62, 4: 1.95, 6: 2.6 })

export const insuredYears: Points = curve({ 0: 1.1, 1: 1.05, 3: 1, 5: 0.98, 10: 0.95 })

export const traits: Readonly<Record<string, Choice>> = {
  pool: { label: 'Swimming pool', effect: 1.04 },
  trampoline: { label: 'Trampoline', effect: 1.05 },
  dog_bite: { label: 'Dog with a bite history', effect: 1.15 },
  short_term_rental: { label: 'Short-term rental', effect: 1.2 },
  seasonal: { label: 'Seasonal home', effect: 1.15 },
  under_construction: { label: 'Under construction', effect: 1.25 },
  informal_basis: { label: 'No recorded title', effect: 1.2 },
  multi_family: { label: 'Multi-family home', effect: 1.1 },
  fire_alarm: { label: 'Fire alarm', effect: 0.97 },
  burglar_alarm: { label: 'Burglar alarm', effect: 0.97 },
  sprinklers: { label: 'Sprinklers', effect: 0.9 },
  storm_windows: { label: 'Hurricane-resistant windows', effect: 0.92 },
  new_purchase: { label: 'Newly purchased home', effect: 0.95 },
}
