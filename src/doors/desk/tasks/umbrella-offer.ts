import { dollars, line } from '../../../platform/forms/field-kinds.ts'
import type { Values } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { OfferForm } from './offer-form.ts'

const price = { least: 1, most: 1_000_000, optional: true } as const

const range = {
  price_low: dollars('Lowest final price', {
    hint: 'Only if the carrier can still change the price, for example after it checks driving records.',
    ...price,
  }),
  price_high: dollars('Highest final price', price),
}

const coverage = {
  coverage_limit: dollars('Umbrella limit', { least: 1 }),
  auto_per_person: dollars('Auto limit needed, each person'),
  auto_per_accident: dollars('Auto limit needed, each accident'),
  auto_property_damage: dollars('Auto limit needed, property damage'),
  minimum_home_liability_limit: dollars('Home liability limit needed'),
  notes: line('Notes for the buyer', {
    hint: 'Separate notes with semicolons.',
    most: 900,
    optional: true,
  }),
}

type UmbrellaValues = Partial<Values<typeof range & typeof coverage>> & { annual_price?: number }

const rangeProblems = (
  { annual_price, price_low, price_high }: UmbrellaValues,
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
  return annual_price === undefined || (price_low <= annual_price && annual_price <= price_high)
    ? []
    : [
        {
          name: `${prefix}price_low`,
          message: 'The yearly price must be between the lowest and the highest.',
        },
      ]
}

const notesIn = ({ notes }: UmbrellaValues): string[] =>
  (notes ?? '')
    .split(';')
    .map(note => note.trim())
    .filter(note => note !== '')

const LONGEST_NOTE = 300
const MOST_NOTES = 20

const noteProblems = (values: UmbrellaValues, prefix: string): FieldError[] => {
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

export const umbrellaOfferForm: OfferForm<UmbrellaValues> = {
  sections: () => [
    { title: 'If the price is not final', fields: range },
    { title: 'Coverage', fields: coverage },
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
