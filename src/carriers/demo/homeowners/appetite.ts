import { usd } from '../../../line/fields/money.ts'
import { type WildfireRisk, wildfireRisks } from '../../../rating/wildfire.ts'
import type { Decline } from '../../contract/answers.ts'
import type { HomeQuoteRequest, HomeRisk } from '../../homeowners/carrier.ts'
import { type DeclineRule, declineBy } from '../decline-rules.ts'
import { ownsOutside, placeOf, yearOf } from './facts.ts'
import { homeState } from './states.ts'

/** What a carrier takes on. A limit that is not given does not bind. */
export type Appetite = {
  products: readonly HomeRisk['product'][]
  builtFrom?: number
  builtTo?: number
  /** Years, by roof material; a material that is not named has no limit. */
  roofAges?: Readonly<Record<string, number>>
  refusedRoofs?: readonly string[]
  refusedHeating?: readonly string[]
  refusedOwnership?: readonly string[]
  refusedProperty?: readonly string[]
  wildfire?: WildfireRisk
  claims?: number
  insuredYears?: number
  dwellingFrom?: number
  dwellingTo?: number
  bites?: false
  trampolines?: false
  shortTermRentals?: false
}

const words = (name: string): string => name.replaceAll('_', ' ')

const PRODUCTS: Readonly<Record<HomeRisk['product'], string>> = {
  standard: 'homes that their owners live in',
  condo: 'condos and co-ops',
  landlord: 'homes that are rented out',
}

const OWNERSHIPS: Readonly<Record<string, string>> = {
  owned_seasonal: 'homes that stand empty for part of the year',
  under_construction: 'homes under construction',
  informal_basis: 'homes held without a recorded title',
}

const level = (risk: WildfireRisk): number => wildfireRisks.indexOf(risk)
const roofAge = ({ today, risk }: HomeQuoteRequest): number => yearOf(today) - risk.roof_year
const roofLimit = (appetite: Appetite, { risk }: HomeQuoteRequest): number =>
  (ownsOutside(risk) ? appetite.roofAges?.[risk.roof_type] : undefined) ?? Infinity

/** In this order. */
export const appetiteRules: readonly DeclineRule<Appetite, HomeQuoteRequest>[] = [
  {
    reason_code: 'product_not_written',
    refuses: ({ products }, { risk }) => !products.includes(risk.product),
    reason: (_, { risk }) => `does not insure ${PRODUCTS[risk.product]}.`,
  },
  {
    reason_code: 'ownership_not_written',
    refuses: ({ refusedOwnership = [] }, { risk }) => refusedOwnership.includes(risk.home_ownership),
    reason: (_, { risk }) =>
      `does not insure ${OWNERSHIPS[risk.home_ownership] ?? 'homes held in this way'}.`,
  },
  {
    reason_code: 'property_type_not_written',
    refuses: ({ refusedProperty = [] }, { risk }) => refusedProperty.includes(risk.property_type),
    reason: (_, { risk }) => `does not insure a ${words(risk.property_type)}.`,
  },
  {
    reason_code: 'short_term_rental',
    refuses: ({ shortTermRentals }, { risk }) =>
      shortTermRentals === false && risk.rental_status === 'short_term',
    reason: () => 'does not insure homes that are rented to short-term guests.',
  },
  {
    reason_code: 'built_too_early',
    refuses: ({ builtFrom = 0 }, { risk }) => risk.build_year < builtFrom,
    reason: ({ builtFrom }, { risk }) =>
      `insures homes built in ${builtFrom} or later; this one was built in ${risk.build_year}.`,
  },
  {
    reason_code: 'built_too_late',
    refuses: ({ builtTo = Infinity }, { risk }) => risk.build_year > builtTo,
    reason: ({ builtTo }, { risk }) =>
      `insures homes built by ${builtTo}; this one was built in ${risk.build_year}.`,
  },
  {
    reason_code: 'roof_material',
    refuses: ({ refusedRoofs = [] }, { risk }) => ownsOutside(risk) && refusedRoofs.includes(risk.roof_type),
    reason: (_, { risk }) => `does not insure homes with a ${words(risk.roof_type)} roof.`,
  },
  {
    reason_code: 'roof_too_old',
    refuses: (appetite, request) => roofAge(request) > roofLimit(appetite, request),
    reason: (appetite, request) =>
      `takes a roof of this material (${words(request.risk.roof_type)}) up to ${roofLimit(appetite, request)} years; this one is ${roofAge(request)} years old.`,
  },
  {
    reason_code: 'heating',
    refuses: ({ refusedHeating = [] }, { risk }) => refusedHeating.includes(risk.heating_type ?? ''),
    reason: (_, { risk }) =>
      risk.heating_type === 'none'
        ? 'does not insure homes without heating.'
        : `does not insure homes whose main heating is a ${words(risk.heating_type ?? '')}.`,
  },
  {
    reason_code: 'wildfire_risk',
    refuses: ({ wildfire = 'very_high' }, { risk }) => level(placeOf(risk).wildfireRisk) > level(wildfire),
    reason: (_, { risk }) =>
      `does not write new policies where wildfire risk is ${words(placeOf(risk).wildfireRisk)}, as it is in ZIP ${risk.zip}.`,
  },
  {
    reason_code: 'too_many_claims',
    refuses: ({ claims = Infinity }, { risk }) => risk.claims_last_5_years > claims,
    reason: ({ claims }, { risk }) =>
      `accepts at most ${claims} ${claims === 1 ? 'claim' : 'claims'} in the last five years; this home had ${risk.claims_last_5_years}.`,
  },
  {
    reason_code: 'coverage_gap',
    refuses: ({ insuredYears = 0 }, { risk }) =>
      !risk.new_purchase && risk.continuously_insured_years < insuredYears,
    reason: ({ insuredYears }) =>
      `asks for at least ${insuredYears} ${insuredYears === 1 ? 'year' : 'years'} of insurance without a gap, unless the home was just bought.`,
  },
  {
    reason_code: 'dog_bite_history',
    refuses: ({ bites }, { risk }) => bites === false && risk.dog_bite_history,
    reason: () => 'does not insure homes with a dog that has bitten someone.',
  },
  {
    reason_code: 'trampoline',
    refuses: ({ trampolines }, { risk }) => trampolines === false && risk.trampoline,
    reason: () => 'does not insure homes with a trampoline.',
  },
  {
    reason_code: 'dwelling_too_small',
    refuses: ({ dwellingFrom = 0 }, { risk }) => risk.replacement_cost < dwellingFrom,
    reason: ({ dwellingFrom = 0 }) => `insures homes that cost at least ${usd(dwellingFrom)} to rebuild.`,
  },
  {
    reason_code: 'dwelling_too_large',
    refuses: ({ dwellingTo = Infinity }, { risk }) => risk.replacement_cost > dwellingTo,
    reason: ({ dwellingTo = 0 }) => `insures homes that cost at most ${usd(dwellingTo)} to rebuild.`,
  },
]

type Writer = { name: string; states: readonly string[]; appetite: Appetite }

export const declineOf = (writer: Writer, request: HomeQuoteRequest): Decline | undefined => {
  const { state } = request.risk
  if (!writer.states.includes(state)) {
    const reason = `${writer.name} does not insure homes in ${homeState(state).name}.`
    return { kind: 'decline', reason_code: 'state_not_served', reason }
  }
  return declineBy(appetiteRules, writer, request)
}
