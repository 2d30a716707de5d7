import { closest } from '../../../platform/lib/closest.ts'
import type { FieldTable } from './field.ts'
import type { Unrecognized } from './forbidden-keys.ts'

export type FieldHint = { field: string; did_you_mean: string }

const UNUSED = 'Check unrecognized_fields: we stored them, but they have no effect.'
const HINTED = 'field_hints names the field you may have meant.'
const UNHINTED = 'If one of them matters, send it again under the name that the contract lists for it.'

type Name = { said: string; meant: string; isLabel?: true }

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/)

const namesIn = (fields: FieldTable): Name[] => [
  ...Object.entries(fields).flatMap(([name, { aliases, label }]) => [
    { said: name, meant: name },
    ...aliases.map(alias => ({ said: alias, meant: alias })),
    { said: wordsOf(label).join('_'), meant: name, isLabel: true as const },
  ]),
  ...('street' in fields ? [{ said: 'address', meant: 'address' }] : []),
]

const ELSEWHERE = new Map([
  ['first_name', 'full_name'],
  ['last_name', 'full_name'],
  ['firstname', 'full_name'],
  ['lastname', 'full_name'],
  ['given_name', 'full_name'],
  ['family_name', 'full_name'],
  ['line1', 'street'],
  ['address1', 'street'],
  ['address_line1', 'street'],
  ['address_line_1', 'street'],
  ['street_address', 'street'],
  ['locality', 'city'],
  ['town', 'city'],
  ['region', 'state'],
  ['province', 'state'],
  ['postal_code', 'zip'],
  ['postcode', 'zip'],
  ['zipcode', 'zip'],
  ['sqft', 'home_sqft'],
  ['square_feet', 'home_sqft'],
  ['year_built', 'build_date'],
  ['dob', 'birthday'],
  ['email_address', 'email'],
  ['mortgage', 'loans'],
  ['mortgagee', 'loans'],
  ['lender', 'loans'],
  ['pool', 'swimming_pool'],
  ['has_pool', 'swimming_pool'],
  ['number_of_stories', 'stories'],
  ['roof_year', 'roof_date'],
  ['current_carrier', 'prior_carrier'],
  ['current_insurer', 'prior_carrier'],
  ['years_insured', 'continuously_insured'],
  ['dog_breed', 'dogs[0].breed'],
])

const calledElsewhere = (name: string, names: readonly Name[]): string | undefined => {
  const ours = ELSEWHERE.get(name.toLowerCase()) ?? ''
  const [field = ''] = ours.split('[')
  const found = exactly(field, names)
  return found === undefined ? undefined : found + ours.slice(field.length)
}

/** A part that is not a list, such as address, has the fields of the object around it. */
const fieldsAt = (fields: FieldTable, place: string): FieldTable =>
  place.split('.').reduce((table, part) => {
    const field = table[part.replace(/\[\d+\]$/, '')]
    return field?.kind === 'list' ? field.item : table
  }, fields)

/** These hold the applicant or the home, so their fields are ours. Anyone else's are not the applicant's. */
const SAME_PERSON = ['', 'address', 'applicant', 'insured', 'buyer', 'homeowner', 'property', 'dwelling']

const isApplicants = (fields: FieldTable, place: string): boolean =>
  place.split('.').every(part => {
    const field = fields[part.replace(/\[\d+\]$/, '')]
    return field?.kind === 'list' ? !('full_name' in field.item) : SAME_PERSON.includes(part)
  })

const inOtherPlaces = (fields: FieldTable): Name[] => [
  ...namesIn(fields),
  ...Object.entries(fields).flatMap(([list, field]) =>
    field.kind === 'list' && !('full_name' in field.item)
      ? namesIn(field.item).map(({ said, meant }) => ({ said, meant: `${list}[0].${meant}` }))
      : [],
  ),
]

const exactly = (name: string, names: readonly Name[]): string | undefined =>
  names.find(({ said }) => said === name.toLowerCase())?.meant

/** Of three letters, two typing mistakes would leave nothing in common. */
const SHORTEST = 4

/** A shorter name with a different beginning is another word: notes is not homes. */
const LONG = 6

const mistyped = (name: string, names: readonly Name[]): string | undefined => {
  const known = names.filter(({ isLabel }) => !isLabel).map(({ said }) => said)
  const said = name.length < SHORTEST ? undefined : closest(name, known)
  const isAnotherWord = name.length < LONG && said?.[0] !== name[0]?.toLowerCase()
  return said === undefined || isAnotherWord ? undefined : exactly(said, names)
}

const shortened = (name: string, names: readonly Name[]): string | undefined => {
  const words = wordsOf(name)
  const longer = names.filter(({ said }) => words.every(word => wordsOf(said).includes(word)))
  return new Set(longer.map(({ meant }) => meant)).size === 1 ? longer[0]?.meant : undefined
}

const LONGEST = 60

const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')

export const fieldHints = (unrecognized: Unrecognized, fields: FieldTable): FieldHint[] =>
  Object.keys(unrecognized).flatMap(field => {
    const [, place = '', sent = field] = /^(.*[.\]]\.?)?([^.\]]+)$/.exec(field) ?? []
    const name = snakeCase(sent.slice(0, LONGEST))
    const isOwn = isApplicants(fields, place)
    const at = fieldsAt(fields, place)
    const own = isOwn || at !== fields ? namesIn(at) : []
    const others = isOwn ? inOtherPlaces(fields) : []
    const here = (meant: string | undefined) => (meant === undefined ? undefined : place + meant)
    const did_you_mean = [
      here(exactly(name, own)),
      exactly(name, others),
      exactly(field.replaceAll('.', '_'), namesIn(fields)),
      here(calledElsewhere(name, own)),
      calledElsewhere(name, others),
      here(shortened(name, own)),
      here(mistyped(name, own)),
    ].find(meant => meant !== undefined && meant !== field)
    return did_you_mean === undefined ? [] : [{ field, did_you_mean }]
  })

export const hintsPart = (hints: readonly FieldHint[]): { field_hints?: FieldHint[] } =>
  hints.length > 0 ? { field_hints: [...hints] } : {}

type Told = { unrecognized_fields: readonly string[]; field_hints?: readonly FieldHint[] }

export const withUnrecognizedAdvice = (
  instructions: readonly string[],
  { unrecognized_fields, field_hints = [] }: Told,
): string[] => {
  if (unrecognized_fields.length === 0) return [...instructions]
  const hinted = field_hints.length > 0 ? [HINTED] : []
  const unhinted = field_hints.length < unrecognized_fields.length ? [UNHINTED] : []
  return [[UNUSED, ...hinted, ...unhinted].join(' '), ...instructions]
}
