import type { QuestionWording } from '../line/portal/field-words.ts'

const DAY = 'The month first, like 4/25/1980.'
const LIABILITY = 'Personal liability (Coverage E) on your home policy, like $300,000.'

const ABOUT_SPOUSE: Readonly<Record<string, QuestionWording>> = {
  license_state: { label: 'State of your driver’s license', hint: '' },
  license_number: { label: 'Driver’s license number', hint: '' },
  spouse_full_name: { label: 'Your spouse’s full name', hint: 'First and last name.' },
  spouse_birthday: { label: 'Your spouse’s date of birth', hint: DAY },
  spouse_license_state: { label: 'State of your spouse’s driver’s license', hint: '' },
  spouse_license_number: { label: 'Your spouse’s driver’s license number', hint: '' },
}

const ABOUT_WORTH: Readonly<Record<string, QuestionWording>> = {
  occupation: { label: 'Your occupation', hint: 'Your job, such as teacher or nurse.' },
  line_of_work: { label: 'Your line of work', hint: 'The industry you work in.' },
  net_worth_numeric: {
    label: 'Your household’s net worth',
    hint: 'Roughly what you own minus what you owe, like $1.8M.',
  },
  desired_coverage_limit: {
    label: 'Umbrella limit',
    hint: 'The most the umbrella policy would pay for one loss.',
  },
  required_coverage_e_limit: { label: 'Liability limit you’ll keep on your homes', hint: LIABILITY },
  coverage_e_for_residences: { label: 'Lowest liability limit on your homes', hint: LIABILITY },
  current_auto_coverages: {
    label: 'Liability limits on your cars',
    hint: 'In thousands, as on your policy: per person, per accident and property damage, like 250/500/100.',
  },
}

const IN_NUMBERS: Readonly<Record<string, QuestionWording>> = {
  vehicle_count: { label: 'Cars, vans and pickups', hint: '' },
  motorcycles: {
    ask: 'Does anyone in your household own a motorcycle?',
    detail: 'If yes, how many?',
    label: 'Motorcycles',
    hint: '',
  },
  antique_vehicles: {
    ask: 'Does anyone own an antique or collector vehicle?',
    detail: 'If yes, how many?',
    label: 'Antique or collector vehicles',
    hint: '',
  },
  jet_skis: { ask: 'Does anyone own a jet ski?', detail: 'If yes, how many?', label: 'Jet skis', hint: '' },
  large_watercraft: {
    ask: 'Does anyone own a boat of 26 feet or more, or of 50 horsepower or more?',
    detail: 'If yes, how many?',
    label: 'Large boats',
    hint: '26 feet or longer, or 50 horsepower or more.',
  },
  property_count: {
    label: 'Homes, rentals and land in the US',
    hint: 'How many you own, including your main home.',
  },
  non_us_property_count: {
    ask: 'Do you own a home or land outside the US?',
    detail: 'If yes, how many?',
    label: 'Homes and land outside the US',
    hint: '',
  },
  drivers_under_22: { label: 'Drivers under 22', hint: '' },
  drivers_over_70: { label: 'Drivers over 70', hint: '' },
  moving_violations: {
    ask: 'Has anyone in your household had a moving violation in the last three years?',
    detail: 'If yes, how many, counting everyone?',
    label: 'Moving violations in the last three years',
    hint: 'Count everyone in your household.',
  },
  at_fault_accidents: {
    ask: 'Has anyone in your household caused an accident in the last three years?',
    detail: 'If yes, how many, counting everyone?',
    label: 'At-fault accidents in the last three years',
    hint: 'Count everyone in your household.',
  },
}

const YES_OR_NO: Readonly<Record<string, QuestionWording>> = {
  auto_has_insurance: { label: 'Does every car have liability insurance?', hint: '' },
  professional_entertainer_or_public_figure: {
    label: 'Is anyone in your household a public figure?',
    hint: 'For example a professional athlete or entertainer, or an elected official.',
  },
  household_open_claim: { label: 'Is there an open liability claim against your household?', hint: '' },
  liability_loss_in_last_5_years: {
    label: 'Has your household had a liability loss in the last five years?',
    hint: '',
  },
  liability_loss_over_50k: { label: 'Were any of those losses over $50,000?', hint: '' },
  four_or_more_losses_over_25k: {
    label: 'Were there four or more losses over $25,000?',
    hint: '',
  },
  reckless_driving_conviction: { label: 'Has anyone been convicted of reckless driving?', hint: '' },
  felony: { label: 'Has anyone been convicted of a felony?', hint: '' },
}

const TO_BIND: Readonly<Record<string, QuestionWording>> = {
  additional_drivers: {
    ask: 'Does anyone else in your household drive?',
    label: 'Other drivers in your household',
    hint: '',
  },
  vehicles: { label: 'Your cars', hint: '' },
  effective_date: {
    label: 'Start date',
    hint: 'Month/day/year, with four digits for the year. Within the next 90 days.',
  },
  prior_carrier: {
    ask: 'Do you have, or did you have, a policy of this kind before?',
    detail: 'If yes, with which insurance company?',
    label: 'Current or last insurance company',
    hint: 'For this kind of policy. Its name, or “none”.',
  },
}

export const householdWords: Readonly<Record<string, QuestionWording>> = {
  ...ABOUT_SPOUSE,
  ...ABOUT_WORTH,
  ...IN_NUMBERS,
  ...YES_OR_NO,
  ...TO_BIND,
}

export const itemWords: Readonly<Record<string, QuestionWording>> = {
  full_name: { label: 'Full name', hint: '' },
  birthday: { label: 'Date of birth', hint: 'The month first, like 4/25/1980.' },
  license_state: { label: 'Driver’s license state', hint: '' },
  license_number: { label: 'Driver’s license number', hint: '' },
  year: { label: 'Model year', hint: '' },
  make: { label: 'Make', hint: '' },
  model: { label: 'Model', hint: '' },
  vin: { label: 'VIN', hint: '17 characters, if you have it at hand.' },
}

/** By the first field of the section. */
export const sectionTitles: Readonly<Record<string, string>> = {
  full_name: 'You',
  marital_status: 'Family and driver’s license',
  spouse_full_name: 'Your spouse',
  occupation: 'Work and net worth',
}
