import type { FieldError } from '../../../platform/pages/fields.ts'
import type { DeskEntry, EntryValues } from './entries.ts'
import type { OfferForm } from './offer-form.ts'

const MOST = 100_000_000

const limit = (name: string, label: string, least = 0): DeskEntry => ({
  name,
  label,
  kind: 'dollars',
  least,
  most: MOST,
})

const range: readonly DeskEntry[] = [
  {
    name: 'price_low',
    label: 'Lowest final price',
    hint: 'Only if the carrier can still change the price, for example after it checks driving records.',
    kind: 'dollars',
    least: 1,
    most: 1_000_000,
    optional: true,
  },
  {
    name: 'price_high',
    label: 'Highest final price',
    kind: 'dollars',
    least: 1,
    most: 1_000_000,
    optional: true,
  },
]

const coverage: readonly DeskEntry[] = [
  limit('coverage_limit', 'Umbrella limit', 1),
  limit('auto_per_person', 'Auto limit needed, each person'),
  limit('auto_per_accident', 'Auto limit needed, each accident'),
  limit('auto_property_damage', 'Auto limit needed, property damage'),
  limit('minimum_home_liability_limit', 'Home liability limit needed'),
  {
    name: 'notes',
    label: 'Notes for the buyer',
    hint: 'Separate notes with semicolons.',
    kind: 'text',
    most: 900,
    optional: true,
  },
]

const rangeProblems = (
  { annual_price, price_low, price_high }: EntryValues,
  prefix: string,
): FieldError[] => {
  if (price_low === undefined && price_high === undefined) return []
  if (price_low === undefined || price_high === undefined)
    return [
      {
        name: `${prefix}${price_low === undefined ? 'price_low' : 'price_high'}`,
        message: 'Enter the lowest and the highest final price, or neither.',
      },
    ]
  return Number(price_low) <= Number(annual_price) && Number(annual_price) <= Number(price_high)
    ? []
    : [
        {
          name: `${prefix}price_low`,
          message: 'The yearly price must be between the lowest and the highest.',
        },
      ]
}

const notesIn = ({ notes }: EntryValues): string[] =>
  String(notes ?? '')
    .split(';')
    .map(note => note.trim())
    .filter(note => note !== '')

const LONGEST_NOTE = 300
const MOST_NOTES = 20

const noteProblems = (values: EntryValues, prefix: string): FieldError[] => {
  const notes = notesIn(values)
  return notes.length <= MOST_NOTES && notes.every(({ length }) => length <= LONGEST_NOTE)
    ? []
    : [
        {
          name: `${prefix}notes`,
          message: `Enter at most ${MOST_NOTES} notes of at most ${LONGEST_NOTE} characters. Separate them with semicolons.`,
        },
      ]
}

export const umbrellaOfferForm: OfferForm = {
  sections: () => [
    { title: 'If the price is not final', entries: range },
    { title: 'Coverage', entries: coverage },
  ],
  problems: (values, prefix) => [...rangeProblems(values, prefix), ...noteProblems(values, prefix)],
  offerOf: values => ({
    coverage_limit: values.coverage_limit,
    is_estimate: values.price_low !== undefined && values.price_low !== values.price_high,
    price_range: {
      low: values.price_low ?? values.annual_price,
      high: values.price_high ?? values.annual_price,
    },
    minimum_auto_limits: {
      per_person: values.auto_per_person,
      per_accident: values.auto_per_accident,
      property_damage: values.auto_property_damage,
    },
    minimum_home_liability_limit: values.minimum_home_liability_limit,
    price_factors: [],
    display_notes: notesIn(values),
  }),
}
