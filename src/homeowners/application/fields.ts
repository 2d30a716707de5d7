import {
  choice,
  date,
  email,
  integer,
  list,
  phone,
  rated,
  state,
  text,
  yesNo,
  zip,
} from '../../line/fields/field.ts'

// A policy that runs out on a day; on a row it wins over the one of the applicant.
const policy_expire = date('Current policy expires', 'The day the current policy runs out, YYYY-MM-DD.')

/** Everything that the service knows to ask about a person. */
export const applicantFields = {
  full_name: text('Full name', 'First and last name of the homeowner.', { renewsConsent: true }),
  email: email('Email', "The homeowner's own email address, never the operator's."),
  phone_number: phone('Phone number', 'A US phone number of the homeowner.'),
  birthday: date('Date of birth', 'Date of birth, YYYY-MM-DD. An age is not enough.', {
    aliases: ['age', 'date_of_birth'],
    renewsConsent: true,
  }),
  marital_status: choice('Marital status', 'Marital status of the homeowner.', {
    values: ['single', 'married', 'domestic_partner', 'divorced', 'widowed', 'separated'],
  }),
  policy_expire,
  sms_consent: yesNo('Text messages', 'The homeowner agreed to get text messages.'),
}

const loanFields = {
  lender_name: text('Lender', 'The bank or servicer that holds the loan.'),
  loan_number: text('Loan number', 'The number of the loan.', { maxLength: 60 }),
  mortgagee_clause: text('Mortgagee clause', 'How the lender wants to be named in the policy.', {
    maxLength: 500,
  }),
  loan_effective_date: date('Loan date', 'The day the loan begins, YYYY-MM-DD.'),
}

const replaced = (what: string) =>
  choice(`${what} renewed`, `How much of the ${what.toLowerCase()} was replaced since the home was built.`, {
    values: ['original', 'partial', 'full'],
  })

const address = { renewsConsent: true }

/** Everything that the service knows to ask about a home. */
export const homeFields = {
  street: text('Street', 'House number, street and unit.', address),
  city: text('City', 'City of the home.', { ...address, maxLength: 100 }),
  state: state('State', 'State of the home: its two-letter code or its name.', { ...address, rated: true }),
  zip: zip('ZIP code', 'Five-digit ZIP code of the home, in that state.', { ...address, rated: true }),
  home_ownership: choice(
    'Ownership and use',
    'Who owns the home and how it is used. Tenants are not served.',
    {
      values: [
        'owned_primary',
        'owned_seasonal',
        'owned_rental',
        'rental',
        'under_construction',
        'informal_basis',
      ],
      synonyms: { owned: 'owned_primary' },
      rated: true,
    },
  ),
  property_type: choice('Kind of home', 'What kind of building the home is.', {
    values: ['single_family', 'townhouse', 'condo', 'multi_family', 'mobile_home', 'co_op'],
    rated: true,
  }),
  new_purchase: yesNo(
    'New purchase',
    'True when the home is being bought now, without a policy of this owner yet.',
    rated,
  ),
  rental_status: choice('Rented out', 'Whether the home is let to others, and for how long at a time.', {
    values: ['not_rented', 'short_term', 'long_term'],
    rated: true,
  }),
  home_sqft: integer('Living area', 'Living area in square feet.', {
    minimum: 100,
    maximum: 25_000,
    rated: true,
  }),
  build_date: date('Built', 'When the home was built: YYYY-MM-DD, or the year alone.', {
    yearAlone: true,
    rated: true,
  }),
  purchase_date: date('Bought', 'When the home was or will be bought: YYYY-MM-DD, or the year alone.', {
    yearAlone: true,
  }),
  roof_date: date('Roof made', 'When the roof was last replaced: YYYY-MM-DD, or the year alone.', {
    yearAlone: true,
    rated: true,
  }),
  roof_type: choice('Roof material', 'What the roof is covered with.', {
    values: [
      'architectural_shingle',
      'asphalt_shingle',
      'tile',
      'slate',
      'metal',
      'wood_shake',
      'flat',
      'other',
    ],
    rated: true,
  }),
  roof_shape: choice('Roof shape', 'The shape of the roof.', {
    values: ['gable', 'hip', 'flat', 'gambrel', 'mansard', 'shed', 'other'],
    rated: true,
  }),
  siding_type: choice('Outside walls', 'What the outside walls are covered with.', {
    values: ['wood_siding', 'vinyl', 'brick', 'stucco', 'stone', 'fiber_cement', 'aluminum', 'other'],
    rated: true,
  }),
  heating_type: choice('Heating', 'The main heating of the home.', {
    values: ['gas_hot_air', 'electric', 'heat_pump', 'oil', 'boiler', 'wood_stove', 'none', 'other'],
    rated: true,
  }),
  construction_quality: choice('Build quality', 'How well the home is finished inside.', {
    values: ['basic', 'standard', 'custom', 'luxury'],
    rated: true,
  }),
  stories: integer('Stories', 'Floors of the home above ground.', { minimum: 1, maximum: 100 }),
  bathroom_count: integer('Bathrooms', 'Full bathrooms.', { minimum: 0, maximum: 50 }),
  half_bathroom_count: integer('Half bathrooms', 'Bathrooms without bath or shower.', {
    minimum: 0,
    maximum: 50,
  }),
  resident_count: integer('Residents', 'People who live in the home.', { minimum: 0, maximum: 50 }),
  continuously_insured: integer('Years insured', 'Years insured without a gap.', {
    minimum: 0,
    maximum: 100,
    rated: true,
  }),
  claims_last_5_years: integer('Claims', 'Claims on home policies in the last five years.', {
    minimum: 0,
    maximum: 50,
    rated: true,
  }),
  deductible_preference: integer('Deductible', 'The deductible that the homeowner would like, in dollars.', {
    minimum: 500,
    maximum: 10_000,
    rated: true,
  }),
  swimming_pool: yesNo('Swimming pool', 'There is a swimming pool.', rated),
  trampoline: yesNo('Trampoline', 'There is a trampoline.', rated),
  dog_bite_history: yesNo('Dog bites', 'A dog of the household has bitten somebody.', rated),
  has_fire_alarm: yesNo('Fire alarm', 'There is a monitored fire alarm.', rated),
  has_burglar_alarm: yesNo('Burglar alarm', 'There is a monitored burglar alarm.', rated),
  has_sprinklers: yesNo('Sprinklers', 'There are fire sprinklers.', rated),
  has_basement: yesNo('Basement', 'There is a basement.'),
  has_attached_garage: yesNo('Attached garage', 'A garage is attached to the home.'),
  has_circuit_breakers: yesNo('Circuit breakers', 'The electrical panel has circuit breakers, not fuses.'),
  central_air_conditioning: yesNo('Air conditioning', 'There is central air conditioning.'),
  hurricane_resistant_windows: yesNo('Hurricane windows', 'The windows resist hurricanes.', rated),
  replacement_plumbing_system: replaced('Plumbing'),
  replacement_electrical: replaced('Wiring'),
  replacement_heating_system: replaced('Heating system'),
  policy_expire,
  loans: list('Loans', 'Loans on the home. A list sent later replaces this one.', {
    item: loanFields,
    maxItems: 10,
  }),
}

export type ApplicantFieldName = keyof typeof applicantFields
export type HomeFieldName = keyof typeof homeFields

export const applicantFieldNames = Object.keys(applicantFields) as ApplicantFieldName[]
export const homeFieldNames = Object.keys(homeFields) as HomeFieldName[]
