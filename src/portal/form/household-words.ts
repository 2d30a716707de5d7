import type { QuestionWording } from './question-wording.ts'

const DAY = 'Month, day and year, like 4/12/1980.'
const LIABILITY = 'Personal liability (Coverage E), as it stands on the policy, like $300,000.'

const ABOUT_SPOUSE: Readonly<Record<string, QuestionWording>> = {
  license_state: { label: 'State of your driving licence', hint: '' },
  license_number: { label: 'Number of your driving licence', hint: '' },
  spouse_full_name: { label: 'Full name of your spouse', hint: 'First and last name.' },
  spouse_birthday: { label: 'Date of birth of your spouse', hint: DAY },
  spouse_license_state: { label: 'State of your spouse’s licence', hint: '' },
  spouse_license_number: { label: 'Number of your spouse’s licence', hint: '' },
}

const ABOUT_WORTH: Readonly<Record<string, QuestionWording>> = {
  occupation: { label: 'Your occupation', hint: 'What you work as.' },
  line_of_work: { label: 'Your line of work', hint: 'The industry that you work in.' },
  net_worth_numeric: {
    label: 'Net worth of your household',
    hint: 'What you own less what you owe, about. $1.8M will do.',
  },
  desired_coverage_limit: { label: 'Umbrella limit', hint: 'The most that the umbrella would pay.' },
  required_coverage_e_limit: { label: 'Liability limit that you will keep on your homes', hint: LIABILITY },
  coverage_e_for_residences: { label: 'Lowest liability limit on your homes', hint: LIABILITY },
  current_auto_coverages: {
    label: 'Liability limits on your cars',
    hint: 'In thousands, as on the policy: per person, per accident and for property, like 250/500/100.',
  },
}

const IN_NUMBERS: Readonly<Record<string, QuestionWording>> = {
  vehicle_count: { label: 'Cars, vans and pickups', hint: '' },
  motorcycles: { label: 'Motorcycles', hint: '' },
  antique_vehicles: { label: 'Antique or collector vehicles', hint: '' },
  jet_skis: { label: 'Jet skis', hint: '' },
  large_watercraft: { label: 'Large boats', hint: 'Of 26 feet or 50 horsepower and more.' },
  property_count: {
    label: 'Homes, rentals and land in the US',
    hint: 'How many you own, the main home too.',
  },
  non_us_property_count: { label: 'Homes and land abroad', hint: '' },
  drivers_under_22: { label: 'Drivers under 22', hint: '' },
  drivers_over_70: { label: 'Drivers over 70', hint: '' },
  moving_violations: { label: 'Moving violations in three years', hint: 'Of everybody in your household.' },
  at_fault_accidents: { label: 'At-fault accidents in three years', hint: 'Of everybody in your household.' },
}

const YES_OR_NO: Readonly<Record<string, QuestionWording>> = {
  auto_has_insurance: { label: 'Does every car have liability insurance?', hint: '' },
  professional_entertainer_or_public_figure: {
    label: 'Is somebody a public figure?',
    hint: 'A professional athlete or entertainer, in elected office, or widely known.',
  },
  household_open_claim: { label: 'Is a liability claim against your household open?', hint: '' },
  liability_loss_in_last_5_years: {
    label: 'Has your household caused a liability loss in the last five years?',
    hint: '',
  },
  liability_loss_over_50k: { label: 'Did one of those losses come to more than $50,000?', hint: '' },
  four_or_more_losses_over_25k: {
    label: 'Were there four or more losses of more than $25,000?',
    hint: '',
  },
  reckless_driving_conviction: { label: 'Was somebody convicted of reckless driving?', hint: '' },
  felony: { label: 'Was somebody convicted of a felony?', hint: '' },
}

const TO_BIND: Readonly<Record<string, QuestionWording>> = {
  additional_drivers: { label: 'Everybody else who drives', hint: '' },
  vehicles: { label: 'Each car', hint: '' },
  effective_date: { label: 'Start of the policy', hint: 'Month, day and year, within the next 60 days.' },
  prior_carrier: {
    label: 'Umbrella insurer until now',
    hint: 'The name of the company, or none.',
  },
}

/** How the questions about a household are asked of the person themselves. */
export const householdWords: Readonly<Record<string, QuestionWording>> = {
  ...ABOUT_SPOUSE,
  ...ABOUT_WORTH,
  ...IN_NUMBERS,
  ...YES_OR_NO,
  ...TO_BIND,
}

/** Of somebody or something in a list: their own names, not the person's. */
export const itemWords: Readonly<Record<string, QuestionWording>> = {
  full_name: { label: 'Full name', hint: '' },
  birthday: { label: 'Date of birth', hint: 'Like 4/12/1980.' },
  license_state: { label: 'State of the licence', hint: '' },
  license_number: { label: 'Number of the licence', hint: '' },
  year: { label: 'Model year', hint: '' },
  make: { label: 'Make', hint: '' },
  model: { label: 'Model', hint: '' },
  vin: { label: 'VIN', hint: '17 characters, if at hand.' },
}

/** Headings that speak of the buyer to an agent. */
const TITLES: Readonly<Record<string, string>> = { 'The buyer': 'You', Spouse: 'Your spouse' }

export const titleWords = (title: string): string => TITLES[title] ?? title
