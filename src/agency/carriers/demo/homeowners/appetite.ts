import { nameWords } from '../../../../platform/lib/name-words.ts'
import { usd } from '../../../../platform/values/money.ts'
import { type WildfireRisk, wildfireRisks } from '../../../rating/wildfire.ts'
import type { Decline } from '../../contract/answers.ts'
import type { HomeQuoteRequest, HomeRisk } from '../../homeowners/carrier.ts'
import { type DeclineRule, declineBy } from '../decline-rules.ts'
import { calendarYear, ownsOutside, territoryFacts } from './rating-facts.ts'
import { homeState } from './states.ts'

export type Appetite = {
  products: readonly HomeRisk['product'][]
  builtFrom?: number
  builtTo?: number
  maxRoofAges?: Readonly<Record<string, number>>
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

const PRODUCTS: Readonly<Record<HomeRisk['product'], string>> = {
  standard: 'owner-occupied homes',
  condo: 'condos and co-ops',
  landlord: 'rental homes',
}

const PROPERTY_TYPES: Readonly<Record<string, string>> = {
  mobile_home: 'mobile homes, which need their own kind of policy (HO-7)',
  multi_family: 'multi-family homes',
}

const ROOFS: Readonly<Record<string, string>> = {
  asphalt_shingle: 'asphalt shingle roofs',
  architectural_shingle: 'architectural shingle roofs',
  flat: 'flat roofs',
  metal: 'metal roofs',
  slate: 'slate roofs',
  tile: 'tile roofs',
  wood_shake: 'wood shake roofs',
  other: 'roofs of this material',
}

const HEATINGS: Readonly<Record<string, string>> = { wood_stove: 'a wood stove' }

const OWNERSHIPS: Readonly<Record<string, string>> = {
  owned_seasonal: 'seasonal homes',
  under_construction: 'homes under construction',
  informal_basis: 'homes without a recorded title',
}

const level = (risk: WildfireRisk): number => wildfireRisks.indexOf(risk)
const roofAge = ({ today, risk }: HomeQuoteRequest): number => calendarYear(today) - risk.roof_year
const roofLimit = (appetite: Appetite, { risk }: HomeQuoteRequest): number =>
  (ownsOutside(risk) ? appetite.maxRoofAges?.[risk.roof_type] : undefined) ?? Infinity

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
      `does not insure ${OWNERSHIPS[risk.home_ownership] ?? 'homes with this type of ownership'}.`,
  },
  {
    reason_code: 'property_type_not_written',
    refuses: ({ refusedProperty = [] }, { risk }) => refusedProperty.includes(risk.property_type),
    reason: (_, { risk }) =>
      `does not insure ${PROPERTY_TYPES[risk.property_type] ?? 'this type of property'}.`,
  },
  {
    reason_code: 'short_term_rental',
    refuses: ({ shortTermRentals }, { risk }) =>
      shortTermRentals === false && risk.rental_status === 'short_term',
    reason: () => 'does not insure short-term rentals.',
  },
  {
    reason_code: 'built_too_early',
    refuses: ({ builtFrom = 0 }, { risk }) => risk.build_year < builtFrom,
    reason: ({ builtFrom }, { risk }) =>
      `insures homes built in ${builtFrom} or later. This home was built in ${risk.build_year}.`,
  },
  {
    reason_code: 'built_too_late',
    refuses: ({ builtTo = Infinity }, { risk }) => risk.build_year > builtTo,
    reason: ({ builtTo }, { risk }) =>
      `insures homes built in ${builtTo} or earlier. This home was built in ${risk.build_year}.`,
  },
  {
    reason_code: 'roof_material',
    refuses: ({ refusedRoofs = [] }, { risk }) => ownsOutside(risk) && refusedRoofs.includes(risk.roof_type),
    reason: (_, { risk }) => `does not insure homes with ${ROOFS[risk.roof_type] ?? 'this roof material'}.`,
  },
  {
    reason_code: 'roof_too_old',
    refuses: (appetite, request) => roofAge(request) > roofLimit(appetite, request),
    reason: (appetite, request) =>
      `accepts ${ROOFS[request.risk.roof_type] ?? 'roofs'} up to ${roofLimit(appetite, request)} years old. This roof is ${roofAge(request)} years old.`,
  },
  {
    reason_code: 'heating',
    refuses: ({ refusedHeating = [] }, { risk }) => refusedHeating.includes(risk.heating_type ?? ''),
    reason: (_, { risk }) =>
      risk.heating_type === 'none'
        ? 'does not insure homes without heating.'
        : `does not insure homes heated mainly by ${HEATINGS[risk.heating_type ?? ''] ?? 'this heating system'}.`,
  },
  {
    reason_code: 'wildfire_risk',
    refuses: ({ wildfire = 'very_high' }, { risk }) =>
      level(territoryFacts(risk).wildfireRisk) > level(wildfire),
    reason: (_, { risk }) =>
      `does not write new policies in ZIP ${risk.zip}, where wildfire risk is ${nameWords(territoryFacts(risk).wildfireRisk)}.`,
  },
  {
    reason_code: 'too_many_claims',
    refuses: ({ claims = Infinity }, { risk }) => risk.claims_last_5_years > claims,
    reason: ({ claims }, { risk }) =>
      `accepts at most ${claims} ${claims === 1 ? 'claim' : 'claims'} in the last five years. This home had ${risk.claims_last_5_years}.`,
  },
  {
    reason_code: 'coverage_gap',
    refuses: ({ insuredYears = 0 }, { risk }) =>
      !risk.new_purchase && risk.continuously_insured_years < insuredYears,
    reason: ({ insuredYears }) =>
      `requires at least ${insuredYears} ${insuredYears === 1 ? 'year' : 'years'} of continuous insurance, unless the home was just purchased.`,
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
