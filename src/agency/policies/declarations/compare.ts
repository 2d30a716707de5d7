import { plainCity, plainStreet } from '../../../platform/values/address-key.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import type { PostalAddress } from '../../carriers/contract/bind.ts'
import type { Interest } from '../../carriers/contract/details.ts'
import type {
  Place,
  Read,
  ReadAmount,
  ReadDeclarations,
  ReadLimit,
} from '../../documents/read-declarations.ts'
import { compareNames } from '../../documents/read-names.ts'
import { limitLabel } from '../life/limits.ts'
import { byRank, mortgageeLabel } from '../mortgagee-label.ts'
import type { ChangeablePart, IssuedCoverage, IssuedTerms } from '../versions.ts'

type FactOutcome = 'equal' | 'different' | 'not_found' | 'only_printed'

/** One fact of a declarations page beside the record. `blocks`: the page may be another customer's. */
export type ComparedFact = {
  label: string
  printed: string | null
  recorded: string | null
  outcome: FactOutcome
  isIdentity: boolean
  blocks: boolean
  at: Place | null
}

type Compared<V> = {
  label: string
  read: Read<V> | null | undefined
  recorded: string | null
  same(value: V): boolean
  words(value: V): string
  isIdentity?: boolean
}

const fact = <V>({ label, read, recorded, same, words, isIdentity = false }: Compared<V>): ComparedFact => {
  const printed = read ? words(read.value) : null
  const shown = { label, printed, recorded, isIdentity, at: read?.at ?? null }
  if (!read) return { ...shown, outcome: 'not_found', blocks: false }
  const isSame = same(read.value)
  return { ...shown, outcome: isSame ? 'equal' : 'different', blocks: isIdentity && !isSame }
}

const insuredFact = ({ insureds }: ReadDeclarations, { named_insureds }: IssuedTerms): ComparedFact => {
  const printed = insureds.map(({ value }) => value)
  const { others, missing } = compareNames(printed, named_insureds)
  const isSame = others.length === 0 && missing.length === 0
  const [first = ''] = named_insureds
  const shown = {
    label: 'Named insured',
    printed: printed.join(', ') || null,
    recorded: named_insureds.join(', '),
    isIdentity: true,
    at: insureds[0]?.at ?? null,
  }
  if (printed.length === 0) return { ...shown, outcome: 'not_found', blocks: false }
  return {
    ...shown,
    outcome: isSame ? 'equal' : 'different',
    blocks: others.length > 0 || missing.includes(first),
  }
}

const PRINTED_ADDRESS = /^(.*?),\s*([^,]+?),?\s+([A-Z]{2}),?\s+(\d{5})(?:-\d{4})?$/i

const addressPrinted = (text: string): PostalAddress | null => {
  const [, street = '', city = '', state = '', zip = ''] = PRINTED_ADDRESS.exec(text.trim()) ?? []
  return zip === '' ? null : { street, city, state: state.toUpperCase(), zip }
}

const isSameAddress = (printed: string, recorded: PostalAddress): boolean => {
  const read = addressPrinted(printed)
  return (
    read !== null &&
    plainStreet(read.street) === plainStreet(recorded.street) &&
    plainCity(read.city) === plainCity(recorded.city) &&
    read.state === recorded.state.toUpperCase() &&
    read.zip === recorded.zip.slice(0, 5)
  )
}

const addressWords = ({ street, city, state, zip }: PostalAddress): string =>
  `${street}, ${city}, ${state} ${zip}`

/** An umbrella has no insured property, but its page may print where the household lives. */
const propertyFacts = ({ property }: ReadDeclarations, { place }: IssuedTerms): ComparedFact[] => {
  const { kind, address } = place
  if (!address || (kind === 'household' && !property)) return []
  return [
    fact({
      label: kind === 'property' ? 'Insured property' : 'Household address',
      read: property,
      recorded: addressWords(address),
      same: printed => isSameAddress(printed, address),
      words: printed => printed,
      isIdentity: kind === 'property',
    }),
  ]
}

const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

const centsOf = (amount: IssuedCoverage['amount'], dwelling: number | null): number | null => {
  if ('cents' in amount) return amount.cents
  return 'percent' in amount && dwelling !== null ? Math.round((dwelling * amount.percent) / 100) : null
}

const amountWords = (amount: IssuedCoverage['amount']): string => {
  if ('cents' in amount) return usdCents(amount.cents)
  return 'percent' in amount ? `${amount.percent}% of the dwelling limit` : amount.words
}

const dwellingIn = (coverages: readonly IssuedCoverage[]): number | null => {
  const amount = coverages.find(({ name }) => name === 'dwelling_coverage')?.amount
  return amount && 'cents' in amount ? amount.cents : null
}

const dwellingOn = ({ limits }: ReadDeclarations): number | null => {
  const value = limits.dwelling_coverage?.value
  return value && 'cents' in value ? value.cents : null
}

const isKnown = ({ unstated = [] }: IssuedTerms, part: ChangeablePart): boolean =>
  unstated.every(one => one.part !== part)

type Stated = { amount: IssuedCoverage['amount']; dwelling: number | null }

const isSameAmount = (one: Stated, other: Stated): boolean =>
  'percent' in one.amount && 'percent' in other.amount
    ? one.amount.percent === other.amount.percent
    : centsOf(one.amount, one.dwelling) === centsOf(other.amount, other.dwelling)

const coverageFacts = (read: ReadDeclarations, terms: IssuedTerms): ComparedFact[] => {
  const { coverages } = terms
  const known = isKnown(terms, 'coverages')
  return coverages.flatMap(({ name, label, amount }) => {
    if (name === undefined || 'words' in amount) return []
    return [
      fact<ReadAmount>({
        label,
        read: read.limits[name],
        recorded: known ? amountWords(amount) : null,
        same: value =>
          known &&
          isSameAmount(
            { amount: value, dwelling: dwellingOn(read) },
            { amount, dwelling: dwellingIn(coverages) },
          ),
        words: amountWords,
      }),
    ]
  })
}

/** A value that is missing from the record counts as different where it takes coverage away. */
const onlyPrinted = (label: string, { value, at }: Read<string>, takesAway: boolean): ComparedFact => ({
  label,
  printed: value,
  recorded: null,
  outcome: takesAway ? 'different' : 'only_printed',
  isIdentity: false,
  blocks: false,
  at,
})

const readLimits = ({ limits }: ReadDeclarations) => Object.entries(limits) as [ReadLimit, Read<ReadAmount>][]

const isDeductible = (name: ReadLimit): boolean => name.endsWith('deductible')

const MORE_LABELS = { water_backup: 'Water backup', ordinance_or_law: 'Ordinance or law' }

const labelFor = (name: ReadLimit, { forms, place }: IssuedTerms): string =>
  name === 'water_backup' || name === 'ordinance_or_law'
    ? MORE_LABELS[name]
    : limitLabel(name, { form: forms[0], state: place.address?.state }).label

/** An umbrella's page lists deductibles and limits that are not its own. */
const addedCoverages = (read: ReadDeclarations, terms: IssuedTerms): [ReadLimit, Read<ReadAmount>][] =>
  terms.place.kind === 'household'
    ? []
    : readLimits(read).filter(
        ([name]) => name !== 'coverage_limit' && !terms.coverages.some(one => one.name === name),
      )

const addedFacts = (read: ReadDeclarations, terms: IssuedTerms): ComparedFact[] =>
  addedCoverages(read, terms).map(([name, { value, at }]) =>
    onlyPrinted(labelFor(name, terms), { value: amountWords(value), at }, isDeductible(name)),
  )

const ROOF_WORDS = { actual_cash_value: 'Actual cash value', replacement_cost: 'Replacement cost' }

const roofFacts = ({ roof }: ReadDeclarations, { roof_settlement }: IssuedTerms): ComparedFact[] => {
  const label = 'Roof settlement'
  if (roof_settlement === undefined)
    return roof
      ? [onlyPrinted(label, { ...roof, value: ROOF_WORDS[roof.value] }, roof.value === 'actual_cash_value')]
      : []
  return [
    fact({
      label,
      read: roof,
      recorded: ROOF_WORDS[roof_settlement],
      same: value => value === roof_settlement,
      words: value => ROOF_WORDS[value],
    }),
  ]
}

const LEGAL_FORMS = new Set([
  'na',
  'n',
  'a',
  'inc',
  'llc',
  'corp',
  'co',
  'fsb',
  'the',
  'and',
  'isaoa',
  'atima',
])

const plainLender = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '' && !LEGAL_FORMS.has(word))
    .join(' ')

const mortgageesIn = ({ interests }: IssuedTerms): Interest[] =>
  interests.filter(({ kind }) => kind === 'mortgagee').toSorted(byRank)

type Printed = ReadDeclarations['mortgagees'][number]

const printedAs = ({ name }: Interest, printed: readonly Printed[]): Printed | undefined =>
  printed.find(one => plainLender(one.name.value) === plainLender(name))

const lenderFacts = (read: ReadDeclarations, terms: IssuedTerms): ComparedFact[] => {
  const recorded = mortgageesIn(terms)
  const known = isKnown(terms, 'interests')
  const others = read.mortgagees.filter(one => !recorded.some(own => printedAs(own, [one])))
  const facts = recorded.flatMap((own, at): ComparedFact[] => {
    const same = printedAs(own, read.mortgagees)
    const name = fact({
      label: mortgageeLabel(own),
      read: (same ?? others[at])?.name,
      recorded: known ? own.name : null,
      same: () => known && same !== undefined,
      words: value => value,
    })
    if (own.loan_number === undefined || !same) return [name]
    const loan_number = own.loan_number
    return [
      name,
      fact({
        label: `${mortgageeLabel(own)}, loan number`,
        read: same.loan_number,
        recorded: loan_number,
        same: value => bare(value) === bare(loan_number),
        words: value => value,
      }),
    ]
  })
  const unpaired = others.filter(one => !facts.some(({ at }) => at === one.name.at))
  return [...facts, ...unpaired.map(({ name }) => onlyPrinted('Mortgagee', name, true))]
}

const isSamePrice = (printed: number, recorded: number): boolean =>
  printed === recorded || (recorded % 100 === 0 && Math.round(printed / 100) * 100 === recorded)

/** A page that a carrier issued beside what is on record: from the order at first, and from each version later. */
export const compareDeclarations = (read: ReadDeclarations, terms: IssuedTerms): ComparedFact[] => {
  const day = (label: string, of: Read<string> | null, recorded: string) =>
    fact({
      label,
      read: of,
      recorded: dayWords(recorded),
      same: value => value === recorded,
      words: dayWords,
    })
  return [
    insuredFact(read, terms),
    ...propertyFacts(read, terms),
    fact({
      label: 'Policy number',
      read: read.policy_number,
      recorded: terms.policy_number,
      same: value => bare(value) === bare(terms.policy_number),
      words: value => value,
      isIdentity: true,
    }),
    day('Starts', read.from, terms.period.from),
    day('Ends', read.to, terms.period.to),
    ...coverageFacts(read, terms),
    ...addedFacts(read, terms),
    ...roofFacts(read, terms),
    ...lenderFacts(read, terms),
    fact({
      label: 'Premium of the period',
      read: read.premium_cents,
      recorded: usdCents(terms.price_cents),
      same: value => isSamePrice(value, terms.price_cents),
      words: usdCents,
    }),
  ]
}

/** `blocked`: an insured, property or number is not that of the record, or was not found. */
export type PageVerdict = 'accept' | 'decide' | 'blocked'

export const verdictOn = (facts: readonly ComparedFact[]): PageVerdict => {
  if (facts.some(({ blocks, isIdentity, outcome }) => blocks || (isIdentity && outcome === 'not_found')))
    return 'blocked'
  return facts.every(({ outcome }) => outcome === 'equal' || outcome === 'only_printed') ? 'accept' : 'decide'
}

const printedLenders = ({ mortgagees }: ReadDeclarations, terms: IssuedTerms): Interest[] => [
  ...mortgagees.map(({ name, loan_number }, at): Interest => {
    const known = mortgageesIn(terms).find(own => printedAs(own, [{ name, loan_number }]))
    return {
      ...(known ?? { kind: 'mortgagee', name: name.value }),
      rank: at + 1,
      ...(loan_number && { loan_number: loan_number.value }),
    }
  }),
  ...terms.interests.filter(({ kind }) => kind !== 'mortgagee'),
]

const withoutParts = (
  { unstated = [], ...terms }: IssuedTerms,
  stated: readonly ChangeablePart[],
): IssuedTerms => {
  const left = unstated.filter(({ part }) => !stated.includes(part))
  return left.length > 0 ? { ...terms, unstated: left } : terms
}

export const termsPrinted = (read: ReadDeclarations, terms: IssuedTerms): IssuedTerms => {
  const named = terms.coverages.flatMap(({ name }) => name ?? [])
  const areAllStated = named.every(name => read.limits[name] !== undefined)
  return withoutParts(
    {
      ...terms,
      named_insureds:
        read.insureds.length > 0
          ? read.insureds.map(
              ({ value }) =>
                terms.named_insureds.find(known => compareNames([value], [known]).others.length === 0) ??
                value,
            )
          : terms.named_insureds,
      period: { from: read.from?.value ?? terms.period.from, to: read.to?.value ?? terms.period.to },
      coverages: [
        ...terms.coverages.map(one => ({
          ...one,
          amount: (one.name && read.limits[one.name]?.value) ?? one.amount,
        })),
        ...addedCoverages(read, terms).map(
          ([name, { value }]): IssuedCoverage => ({
            name,
            label: labelFor(name, terms),
            kind: isDeductible(name) ? 'deductible' : 'limit',
            amount: value,
          }),
        ),
      ],
      ...(read.roof && { roof_settlement: read.roof.value }),
      interests: printedLenders(read, terms),
      price_cents: read.premium_cents?.value ?? terms.price_cents,
    },
    areAllStated ? ['coverages', 'interests', 'named_insureds'] : ['interests', 'named_insureds'],
  )
}

export const coverageLabels = (read: ReadDeclarations, terms: IssuedTerms): [ReadLimit, string][] => [
  ...terms.coverages.flatMap(({ name, label }): [ReadLimit, string][] => (name ? [[name, label]] : [])),
  ...addedCoverages(read, terms).map(([name]): [ReadLimit, string] => [name, labelFor(name, terms)]),
]

export const NOTHING_READ: ReadDeclarations = {
  insureds: [],
  property: null,
  policy_number: null,
  from: null,
  to: null,
  limits: {},
  roof: null,
  mortgagees: [],
  premium_cents: null,
}
