import { LANGUAGES } from '../../platform/language/language.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import {
  autoLimits,
  choice,
  date,
  email,
  integer,
  list,
  material,
  money,
  phone,
  state,
  text,
  type ValuesOf,
  yesNo,
  zip,
} from '../line/fields/field.ts'
import type { QuestionSection } from '../line/reviewed-purchase/reviewed-line.ts'

const MILLION = 1_000_000

const count = (label: string, description: string) => integer(label, description, { minimum: 0, maximum: 50 })

const countAlone = (label: string, description: string) => ({ ...count(label, description), ...material })

const licenseNumber = (label: string, description: string) =>
  text(label, description, { maxLength: 30, masked: true, form: 'number' })

const driverFields = {
  full_name: text('Full name', 'The driver’s first and last name.', { form: 'name' }),
  birthday: date('Date of birth', 'The driver’s date of birth, YYYY-MM-DD.'),
  license_state: state('License state', 'The state that issued the driver’s license.'),
  license_number: licenseNumber('License number', 'The driver’s license number.'),
}

const vehicleFields = {
  year: integer('Year', 'The car’s model year.', { minimum: 1900, maximum: 2200 }),
  make: text('Make', 'The car’s make, such as Toyota.', { maxLength: 60 }),
  model: text('Model', 'The car’s model, such as Camry.', { maxLength: 60 }),
  vin: text('VIN', 'The 17-character vehicle identification number, if available.', { maxLength: 17 }),
}

export const umbrellaFields = {
  full_name: text('Full name', 'The buyer’s first and last name.', { form: 'name' }),
  email: email('Email', 'The buyer’s own email address, never the operator’s.'),
  phone_number: phone('Phone number', 'The buyer’s US phone number.', { aliases: ['phone'] }),
  birthday: date('Date of birth', 'Date of birth, YYYY-MM-DD. An age is not enough.', {
    aliases: ['age', 'date_of_birth'],
  }),
  marital_status: choice('Marital status', 'The buyer’s marital status.', {
    values: ['single', 'married', 'domestic_partner', 'divorced', 'widowed', 'separated'],
  }),
  spouse_full_name: text('Spouse’s full name', 'The spouse’s first and last name.', { form: 'name' }),
  spouse_birthday: date('Spouse’s date of birth', 'The spouse’s date of birth, YYYY-MM-DD.'),
  license_state: state('License state', 'The state that issued the buyer’s driver’s license.'),
  license_number: licenseNumber('License number', 'The buyer’s driver’s license number.'),
  spouse_license_state: state(
    'Spouse’s license state',
    'The state that issued the spouse’s driver’s license.',
  ),
  spouse_license_number: licenseNumber('Spouse’s license number', 'The spouse’s driver’s license number.'),
  street: text('Street', 'House number, street and unit of the primary home.'),
  city: text('City', 'City of the primary home.', { maxLength: 100 }),
  state: state('State', 'State of the primary home, as a two-letter code or a name.'),
  zip: zip('ZIP code', 'Five-digit ZIP code of the primary home, in that state.'),
  occupation: text('Occupation', 'The buyer’s occupation.'),
  line_of_work: text('Line of work', 'The industry the buyer works in.'),
  net_worth_numeric: money('Net worth', 'Roughly what the household owns minus what it owes.', {
    maximum: 10_000 * MILLION,
    aliases: ['approximate_asset_value'],
  }),
  desired_coverage_limit: money(
    'Coverage limit',
    'The umbrella limit the buyer wants, in whole millions of dollars.',
    {
      minimum: MILLION,
      maximum: 10 * MILLION,
      step: MILLION,
    },
  ),
  required_coverage_e_limit: money(
    'Home liability to keep',
    'The liability limit (Coverage E) the household will keep on its home policies, if raised for the umbrella.',
    { maximum: 10 * MILLION },
  ),
  vehicle_count: { ...count('Cars', 'Cars, vans and pickups in the household.'), aliases: ['auto_count'] },
  motorcycles: countAlone('Motorcycles', 'Motorcycles in the household.'),
  antique_vehicles: countAlone('Antique vehicles', 'Antique or collector vehicles in the household.'),
  jet_skis: countAlone('Jet skis', 'Jet skis in the household.'),
  large_watercraft: countAlone('Large boats', 'Boats of at least 26 feet or 50 horsepower.'),
  property_count: count(
    'Homes and rentals',
    'Homes, rentals and land in the US, including the primary home.',
  ),
  non_us_property_count: countAlone('Homes abroad', 'Homes and land outside the US.'),
  additional_drivers: list(
    'Other drivers',
    'Everyone else in the household who drives. Send an empty list if there is no one.',
    { item: driverFields, itemLabel: 'Other driver', maxItems: 10, ...material },
  ),
  drivers_under_22: count('Drivers under 22', 'Drivers in the household under 22.'),
  drivers_over_70: count('Drivers over 70', 'Drivers in the household over 70.'),
  moving_violations: countAlone(
    'Moving violations',
    'The household’s moving violations in the last three years.',
  ),
  at_fault_accidents: countAlone(
    'At-fault accidents',
    'The household’s at-fault accidents in the last three years.',
  ),
  current_auto_coverages: autoLimits(
    'Auto liability limits',
    'Current auto liability limits in thousands, person_accident_property, such as 250_500_100.',
  ),
  coverage_e_for_residences: money(
    'Home liability limit',
    'The lowest liability limit (Coverage E) on the household’s home policies.',
    { maximum: 10 * MILLION },
  ),
  auto_has_insurance: yesNo('Cars insured', 'Every car in the household has liability insurance.', material),
  professional_entertainer_or_public_figure: yesNo(
    'Public figure',
    'Someone in the household is a professional athlete or entertainer, holds elected office, or is widely known.',
    material,
  ),
  household_open_claim: yesNo(
    'Open claim',
    'There is an open liability claim against the household.',
    material,
  ),
  liability_loss_in_last_5_years: yesNo(
    'Liability loss',
    'The household caused a liability loss in the last five years.',
    material,
  ),
  liability_loss_over_50k: yesNo('Loss over $50,000', 'One of those losses was more than $50,000.', material),
  four_or_more_losses_over_25k: yesNo(
    'Four losses over $25,000',
    'The household has had four or more losses of more than $25,000.',
    material,
  ),
  reckless_driving_conviction: yesNo(
    'Reckless driving',
    'Someone in the household was convicted of reckless driving.',
    material,
  ),
  felony: yesNo('Felony', 'Someone in the household was convicted of a felony.', material),
  vehicles: list('Cars', 'Each car in the household. The number must match vehicle_count.', {
    item: vehicleFields,
    itemLabel: 'Car',
    maxItems: 10,
  }),
  effective_date: date('Start date', 'The date coverage starts, YYYY-MM-DD.'),
  prior_carrier: text('Prior carrier', 'The current or most recent umbrella carrier, or none.', {
    maxLength: 100,
    ...material,
  }),
  preferred_language: choice('Language', 'The language of our pages and emails to the buyer.', {
    values: LANGUAGES,
    synonyms: { english: 'en', spanish: 'es' },
  }),
}

export type UmbrellaFieldName = keyof typeof umbrellaFields

export type UmbrellaAnswers = ValuesOf<typeof umbrellaFields>

export const umbrellaFieldNames = keysOf(umbrellaFields)

type Section = QuestionSection & { fields: readonly UmbrellaFieldName[] }

export const applicationSections: readonly Section[] = [
  {
    title: 'The buyer',
    prompt: 'Who is the policy for, and how can they be reached?',
    fields: ['full_name', 'email', 'phone_number', 'birthday', 'preferred_language'],
  },
  {
    title: 'Primary home',
    prompt: 'Where does the household live?',
    fields: ['street', 'city', 'state', 'zip'],
  },
  {
    title: 'Family and license',
    prompt: 'Is the buyer married, and what are their driver’s license details?',
    fields: ['marital_status', 'license_state', 'license_number'],
  },
  {
    title: 'Spouse',
    prompt: 'Who is the buyer’s spouse?',
    fields: ['spouse_full_name', 'spouse_birthday', 'spouse_license_state', 'spouse_license_number'],
  },
  {
    title: 'Work and assets',
    prompt: 'What are the household’s assets, and how much coverage is wanted?',
    fields: [
      'occupation',
      'line_of_work',
      'net_worth_numeric',
      'desired_coverage_limit',
      'required_coverage_e_limit',
    ],
  },
  {
    title: 'Vehicles and boats',
    prompt: 'How many vehicles and boats does the household have, and are the cars insured?',
    fields: [
      'vehicle_count',
      'motorcycles',
      'antique_vehicles',
      'jet_skis',
      'large_watercraft',
      'auto_has_insurance',
      'current_auto_coverages',
    ],
  },
  {
    title: 'Homes',
    prompt: 'How many homes and rentals does the household own?',
    fields: ['property_count', 'non_us_property_count', 'coverage_e_for_residences'],
  },
  {
    title: 'Drivers',
    prompt: 'Who drives, and what has happened on the road in the last three years?',
    fields: [
      'additional_drivers',
      'drivers_under_22',
      'drivers_over_70',
      'moving_violations',
      'at_fault_accidents',
    ],
  },
  {
    title: 'History',
    prompt: 'Does any of this apply to someone in the household?',
    fields: [
      'professional_entertainer_or_public_figure',
      'household_open_claim',
      'liability_loss_in_last_5_years',
      'liability_loss_over_50k',
      'four_or_more_losses_over_25k',
      'reckless_driving_conviction',
      'felony',
    ],
  },
]

export const bindSections: readonly Section[] = [
  { title: 'Cars', prompt: 'Which cars does the household have?', fields: ['vehicles'] },
  {
    title: 'Start of coverage',
    prompt: 'When should coverage start, and who was the previous carrier?',
    fields: ['effective_date', 'prior_carrier'],
  },
]

const optional: readonly string[] = [
  'preferred_language',
  'spouse_license_state',
  'spouse_license_number',
  'occupation',
  'line_of_work',
  'required_coverage_e_limit',
  'current_auto_coverages',
  'coverage_e_for_residences',
  'additional_drivers',
] satisfies UmbrellaFieldName[]

const isRequired = (name: string, answers: UmbrellaAnswers): boolean => {
  if (name === 'spouse_full_name' || name === 'spouse_birthday') return answers.marital_status === 'married'
  if (name === 'liability_loss_over_50k') return answers.liability_loss_in_last_5_years === true
  return !optional.includes(name)
}

export const requiredForReview = (answers: UmbrellaAnswers): readonly string[] =>
  applicationSections.flatMap(({ fields }) => fields).filter(name => isRequired(name, answers))

export const requiredToBind = ({ vehicle_count = 0 }: UmbrellaAnswers): readonly string[] => [
  ...(vehicle_count > 0 ? (['vehicles'] as const) : []),
  'effective_date',
  'prior_carrier',
]
