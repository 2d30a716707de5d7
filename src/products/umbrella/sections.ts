import type { QuestionSection } from '../line/reviewed-purchase/reviewed-line.ts'
import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

export type Section = QuestionSection & { fields: readonly UmbrellaFieldName[] }

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
