import { LANGUAGES } from '../../../platform/language/language.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import {
  choice,
  date,
  email,
  integer,
  list,
  material,
  money,
  phone,
  rated,
  state,
  text,
  yesNo,
  zip,
} from '../../line/fields/field.ts'
import { coverageFields } from './coverage-fields.ts'

const coApplicantFields = {
  full_name: text('Full name', 'The co-applicant’s first and last name.'),
  birthday: date('Date of birth', 'The co-applicant’s date of birth, YYYY-MM-DD.'),
  email: email('Email', 'The co-applicant’s own email address.'),
}

const loanFields = {
  lender_name: text('Lender', 'The bank or servicer that holds the loan.'),
  loan_number: text('Loan number', 'The loan number.', { maxLength: 60 }),
  mortgagee_clause: text('Mortgagee clause', 'How the lender must be named in the policy.', {
    maxLength: 500,
  }),
  loan_effective_date: date('Loan date', 'The date the loan starts, YYYY-MM-DD.'),
  rank: integer('Rank', '1 for the first mortgage, 2 for the second, and so on.', {
    minimum: 1,
    maximum: 10,
  }),
  address: text('Lender’s address', 'Where the lender gets mail. On one line.', { maxLength: 300 }),
  escrow: yesNo('Escrow', 'The lender pays the premium from an escrow account.'),
}

const lossFields = {
  date: date('Date', 'The date of the loss, YYYY-MM-DD.'),
  cause: choice('Cause', 'What caused the loss.', {
    values: ['fire', 'water', 'wind_hail', 'theft', 'vandalism', 'liability', 'dog_bite', 'freeze', 'other'],
  }),
  amount_paid: money('Amount paid', 'What the carrier has paid, in whole dollars.', { maximum: 50_000_000 }),
  open: yesNo('Open', 'The claim is still open.'),
}

const scheduledItemFields = {
  description: text('Item', 'What it is, such as an engagement ring.', { maxLength: 120 }),
  value: money('Value', 'What it is insured for, in whole dollars.', { maximum: 1_000_000 }),
}

const dogFields = {
  breed: text('Breed', 'The dog’s breed, or mix.', { maxLength: 60 }),
  bite_history: yesNo('Has bitten', 'The dog has bitten someone.'),
}

const policy_expire = date('Current policy expires', 'The date the current policy expires, YYYY-MM-DD.')

export const applicantFields = {
  full_name: text('Full name', 'The homeowner’s first and last name.', { renewsConsent: true, form: 'name' }),
  email: email('Email', "The homeowner's own email address, never the operator's."),
  phone_number: phone('Phone number', 'The homeowner’s US phone number.', { aliases: ['phone'] }),
  birthday: date('Date of birth', 'Date of birth, YYYY-MM-DD. An age is not enough.', {
    aliases: ['age', 'date_of_birth'],
    renewsConsent: true,
  }),
  marital_status: choice('Marital status', 'The homeowner’s marital status.', {
    values: ['single', 'married', 'domestic_partner', 'divorced', 'widowed', 'separated'],
  }),
  policy_expire,
  preferred_language: choice('Language', 'The language of our pages and emails to the homeowner.', {
    values: LANGUAGES,
    synonyms: { english: 'en', spanish: 'es' },
  }),
  co_applicants: list('Other owners', 'Everyone else who owns the home and should be named in the policy.', {
    item: coApplicantFields,
    itemLabel: 'Other owner',
    maxItems: 5,
  }),
  mailing_address: text(
    'Mailing address',
    'Where the homeowner gets mail, if not at the home. On one line.',
    {
      maxLength: 300,
    },
  ),
}

const replaced = (what: string) =>
  choice(
    `${what} replaced`,
    `How much of the ${what.toLowerCase()} has been replaced since the home was built.`,
    {
      values: ['original', 'partial', 'full'],
    },
  )

const ratedAlone = { ...rated, ...material }
const address = { renewsConsent: true }

export const homeFields = {
  street: text('Street', 'House number, street and unit.', address),
  city: text('City', 'The home’s city.', { ...address, maxLength: 100 }),
  state: state('State', 'The home’s state, as a two-letter code or a name.', { ...address, rated: true }),
  zip: zip('ZIP code', 'The home’s five-digit ZIP code, in that state.', { ...address, rated: true }),
  home_ownership: choice(
    'Ownership and use',
    'Who owns the home and how it is used. Homes that the applicant rents are not supported.',
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
  property_type: choice('Property type', 'The type of building.', {
    values: ['single_family', 'townhouse', 'condo', 'multi_family', 'mobile_home', 'co_op'],
    rated: true,
  }),
  new_purchase: yesNo(
    'New purchase',
    'True when the home is being purchased and this owner has no policy on it yet.',
    ratedAlone,
  ),
  rental_status: choice('Rented out', 'Whether the home is rented to others, and for how long at a time.', {
    values: ['not_rented', 'short_term', 'long_term'],
    ...ratedAlone,
  }),
  home_sqft: integer('Living area', 'Living area in square feet.', {
    minimum: 100,
    maximum: 25_000,
    aliases: ['sqft', 'square_feet'],
    rated: true,
  }),
  build_date: date('Built', 'When the home was built: YYYY-MM-DD, or only the year.', {
    yearAlone: true,
    aliases: ['year_built'],
    rated: true,
  }),
  purchase_date: date('Purchased', 'When the home was or will be purchased: YYYY-MM-DD, or only the year.', {
    yearAlone: true,
  }),
  roof_date: date('Roof replaced', 'When the roof was last replaced: YYYY-MM-DD, or only the year.', {
    yearAlone: true,
    rated: true,
  }),
  roof_type: choice('Roof material', 'The roof’s main material.', {
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
  siding_type: choice('Siding', 'The main material of the exterior walls.', {
    values: ['wood_siding', 'vinyl', 'brick', 'stucco', 'stone', 'fiber_cement', 'aluminum', 'other'],
    rated: true,
  }),
  heating_type: choice('Heating', 'The home’s main heating system.', {
    values: ['gas_hot_air', 'electric', 'heat_pump', 'oil', 'boiler', 'wood_stove', 'none', 'other'],
    rated: true,
  }),
  construction_quality: choice('Construction quality', 'The quality of the interior finish.', {
    values: ['basic', 'standard', 'custom', 'luxury'],
    rated: true,
  }),
  stories: integer('Stories', 'Floors above ground.', { minimum: 1, maximum: 100 }),
  bathroom_count: integer('Bathrooms', 'Full bathrooms.', {
    minimum: 0,
    maximum: 50,
  }),
  half_bathroom_count: integer('Half bathrooms', 'Bathrooms without a bath or shower.', {
    minimum: 0,
    maximum: 50,
  }),
  resident_count: integer('Residents', 'People who live in the home.', { minimum: 0, maximum: 50 }),
  continuously_insured: integer('Years insured', 'Years of continuous home insurance.', {
    minimum: 0,
    maximum: 100,
    ...ratedAlone,
  }),
  claims_last_5_years: integer('Claims', 'Claims on home policies in the last five years.', {
    minimum: 0,
    maximum: 50,
    ...ratedAlone,
  }),
  losses: list(
    'Losses',
    'Each claim on a home policy in the last five years. A later list replaces this one.',
    {
      item: lossFields,
      itemLabel: 'Loss',
      maxItems: 20,
      rated: true,
    },
  ),
  prior_carrier: text('Prior carrier', 'The current or most recent home insurance carrier, or none.', {
    maxLength: 100,
    ...ratedAlone,
  }),
  lapse_days: integer('Days uninsured', 'Days without home insurance in the last three years.', {
    minimum: 0,
    maximum: 1100,
    ...ratedAlone,
  }),
  deductible_preference: integer(
    'Preferred deductible',
    'The homeowner’s preferred deductible, in dollars.',
    {
      minimum: 500,
      maximum: 10_000,
      rated: true,
    },
  ),
  ...coverageFields,
  scheduled_items: list(
    'Scheduled items',
    'Things to be insured for their own value, such as jewelry or art. A later list replaces this one.',
    { item: scheduledItemFields, itemLabel: 'Item', maxItems: 20, rated: true },
  ),
  swimming_pool: yesNo('Swimming pool', 'There is a swimming pool.', ratedAlone),
  pool_fenced: yesNo('Pool fenced', 'A fence with a locking gate surrounds the pool.', rated),
  trampoline: yesNo('Trampoline', 'There is a trampoline.', ratedAlone),
  dog_bite_history: yesNo('Dog bites', 'A dog in the household has bitten someone.', ratedAlone),
  dogs: list('Dogs', 'Each dog in the household. Send an empty list if there is none.', {
    item: dogFields,
    itemLabel: 'Dog',
    maxItems: 10,
    rated: true,
  }),
  business_on_premises: yesNo('Business', 'Someone runs a business at the home.', ratedAlone),
  vacant: yesNo('Vacant', 'Nobody lives in the home right now.', ratedAlone),
  under_renovation: yesNo('Under renovation', 'The home is being renovated.', ratedAlone),
  has_fire_alarm: yesNo('Fire alarm', 'There is a monitored fire alarm.', rated),
  has_burglar_alarm: yesNo('Burglar alarm', 'There is a monitored burglar alarm.', rated),
  has_sprinklers: yesNo('Sprinklers', 'There are fire sprinklers.', rated),
  has_basement: yesNo('Basement', 'There is a basement.'),
  has_attached_garage: yesNo('Attached garage', 'A garage is attached to the home.'),
  has_circuit_breakers: yesNo('Circuit breakers', 'The electrical panel has circuit breakers, not fuses.'),
  central_air_conditioning: yesNo('Air conditioning', 'There is central air conditioning.'),
  hurricane_resistant_windows: yesNo('Hurricane windows', 'The windows are hurricane-resistant.', rated),
  replacement_plumbing_system: replaced('Plumbing'),
  replacement_electrical: replaced('Wiring'),
  replacement_heating_system: replaced('Heating system'),
  policy_expire,
  closing_date: date('Closing date', 'The date the purchase or loan closes, YYYY-MM-DD.'),
  ownership: choice('Title', 'Who holds the title: a person, a trust or a company.', {
    values: ['individual', 'trust', 'llc'],
    rated: true,
  }),
  ownership_name: text('Name on the title', 'The full name of the trust or company that holds the title.'),
  loans: list('Loans', 'Loans on the home. A later list replaces this one.', {
    item: loanFields,
    itemLabel: 'Loan',
    maxItems: 10,
  }),
}

export type ApplicantFieldName = keyof typeof applicantFields
export type HomeFieldName = keyof typeof homeFields

export const applicantFieldNames = keysOf(applicantFields)
export const homeFieldNames = keysOf(homeFields)
