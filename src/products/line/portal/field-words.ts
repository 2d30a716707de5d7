export type QuestionWording = {
  label?: string
  /** Asked with Yes and No, where No needs nothing more. */
  ask?: string
  /** What Yes needs. */
  detail?: string
  hint?: string
  autocomplete?: string
  options?: Readonly<Record<string, string>>
}

const YEAR = 'The year is enough, like 1995.'

const ABOUT_PERSON: Readonly<Record<string, QuestionWording>> = {
  full_name: { label: 'Your full name', hint: 'First and last name.', autocomplete: 'name' },
  email: { label: 'Your email address', hint: '', autocomplete: 'email' },
  phone_number: { label: 'Your phone number', hint: 'Like 415-555-0100.', autocomplete: 'tel' },
  birthday: {
    label: 'Your date of birth',
    hint: 'Insurance companies use it to price your policy. Enter the month first, like 4/25/1980.',
    autocomplete: 'bday',
  },
  marital_status: {
    label: 'Marital status',
    hint: '',
    options: { domestic_partner: 'In a domestic partnership' },
  },
  preferred_language: {
    label: 'Language',
    hint: 'The language of our pages and emails to you.',
    options: { en: 'English', es: 'Spanish' },
  },
}

const ABOUT_PLACE: Readonly<Record<string, QuestionWording>> = {
  street: {
    label: 'Street address',
    hint: 'House number, street and unit.',
    autocomplete: 'street-address',
  },
  city: { label: 'City', hint: '', autocomplete: 'address-level2' },
  state: { label: 'State', hint: '', autocomplete: 'address-level1' },
  zip: { label: 'ZIP code', hint: '', autocomplete: 'postal-code' },
  home_ownership: {
    label: 'How do you use this home?',
    hint: '',
    options: {
      owned_primary: 'I own it and live in it',
      owned_seasonal: 'I own it and live in it part of the year',
      owned_rental: 'I own it and rent it out',
      rental: 'I rent it from someone else',
      under_construction: 'I own it and it’s under construction',
      informal_basis: 'I live in it without a lease',
    },
  },
  property_type: {
    label: 'What kind of home is it?',
    hint: '',
    options: {
      single_family: 'Single-family house',
      multi_family: 'Multi-family home, such as a duplex',
      mobile_home: 'Mobile or manufactured home',
      co_op: 'Co-op apartment',
      condo: 'Condominium',
    },
  },
  new_purchase: {
    label: 'Are you buying this home now?',
    hint: 'Answer yes if you don’t own it yet, or have never insured it.',
  },
  rental_status: {
    label: 'Do you rent it out?',
    hint: '',
    options: {
      not_rented: 'No',
      short_term: 'Yes, for days or weeks',
      long_term: 'Yes, for months or years',
    },
  },
}

const ABOUT_BUILDING: Readonly<Record<string, QuestionWording>> = {
  home_sqft: {
    label: 'How many square feet is it?',
    hint: 'The living area, without the garage.',
  },
  build_date: { label: 'When was it built?', hint: YEAR },
  purchase_date: { label: 'When did you buy it?', hint: YEAR },
  roof_date: {
    label: 'When was the roof last replaced?',
    hint: 'The year is enough, like 2018. If it was never replaced, enter the year the home was built.',
  },
  roof_type: { label: 'What is the roof made of?', hint: '' },
  roof_shape: { label: 'What shape is the roof?', hint: '' },
  siding_type: {
    label: 'What are the outside walls made of?',
    hint: '',
    options: { wood_siding: 'Wood' },
  },
  heating_type: {
    label: 'How is it heated?',
    hint: '',
    options: { gas_hot_air: 'Gas, forced air', boiler: 'Boiler with radiators', none: 'It isn’t heated' },
  },
  construction_quality: {
    label: 'How well is the interior finished?',
    hint: 'Standard is what most builders deliver. Custom and luxury homes are made to order.',
  },
  replacement_plumbing_system: {
    label: 'Plumbing replaced',
    hint: 'How much of the plumbing has been replaced since the home was built.',
  },
  replacement_electrical: {
    label: 'Wiring replaced',
    hint: 'How much of the wiring has been replaced since the home was built.',
  },
  replacement_heating_system: {
    label: 'Heating system replaced',
    hint: 'How much of the heating system has been replaced since the home was built.',
  },
  policy_expire: {
    label: 'When does your current policy expire?',
    hint: 'You can find the date on the first page of your policy.',
  },
}

const ABOUT_RISK: Readonly<Record<string, QuestionWording>> = {
  claims_last_5_years: {
    ask: 'Have you made a home insurance claim in the last five years?',
    detail: 'If yes, how many, on any home?',
    label: 'Home insurance claims in the last five years',
    hint: 'How many, on any home. Enter 0 if there were none.',
  },
  continuously_insured: {
    ask: 'Do you have home insurance now?',
    detail: 'If yes, for how many years without a gap?',
    label: 'Years of home insurance without a gap',
    hint: '',
  },
  lapse_days: {
    ask: 'Was the home without insurance at any time in the last three years?',
    detail: 'If yes, for how many days?',
    label: 'Days without home insurance in the last three years',
    hint: '',
  },
  deductible_preference: {
    label: 'Deductible you’d like',
    hint: 'What you pay yourself before the policy pays, from $500 to $10,000.',
  },
  swimming_pool: { label: 'Is there a swimming pool?', hint: '' },
  pool_fenced: { label: 'Is the pool fenced?', hint: 'A fence with a locking gate.' },
  trampoline: { label: 'Is there a trampoline?', hint: '' },
  dog_bite_history: { label: 'Has a dog in your household bitten someone?', hint: '' },
  has_fire_alarm: { label: 'Is there a monitored fire alarm?', hint: 'It calls a monitoring company.' },
  has_burglar_alarm: { label: 'Is there a monitored burglar alarm?', hint: 'It calls a monitoring company.' },
  has_sprinklers: { label: 'Are there fire sprinklers?', hint: '' },
  hurricane_resistant_windows: { label: 'Are the windows hurricane-resistant?', hint: '' },
  business_on_premises: { label: 'Does anyone run a business at the home?', hint: '' },
  vacant: { label: 'Is the home vacant right now?', hint: '' },
  under_renovation: { label: 'Is the home being renovated?', hint: '' },
  closing_date: { label: 'Closing date', hint: 'Month/day/year, with four digits for the year.' },
  ownership: {
    label: 'Who holds the title?',
    hint: '',
    options: { individual: 'A person', trust: 'A trust', llc: 'A company (LLC)' },
  },
  ownership_name: { label: 'Name of the trust or company', hint: '' },
}

export const lossWords: Readonly<Record<string, QuestionWording>> = {
  date: { label: 'Date of the loss', hint: 'The month first, like 4/25/2024.' },
  cause: { label: 'What happened?', hint: '', options: { wind_hail: 'Wind or hail' } },
  amount_paid: { label: 'What the company paid', hint: 'Like $4,000. Enter 0 if nothing was paid.' },
  open: { label: 'Is the claim still open?', hint: '' },
}

const WORDS: Record<string, QuestionWording> = {
  ...ABOUT_PERSON,
  ...ABOUT_PLACE,
  ...ABOUT_BUILDING,
  ...ABOUT_RISK,
}

/** A line adds those of its own questions. */
export const learnFields = (words: Readonly<Record<string, QuestionWording>>): void => {
  Object.assign(WORDS, words)
}

export const fieldWords = (field: string): QuestionWording => WORDS[field] ?? {}
