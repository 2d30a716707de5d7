import {
  autoLimits,
  choice,
  date,
  email,
  integer,
  list,
  money,
  phone,
  state,
  text,
  yesNo,
  zip,
} from '../../line/fields/field.ts'

const MILLION = 1_000_000

const count = (label: string, description: string) => integer(label, description, { minimum: 0, maximum: 50 })

const licenceNumber = (label: string, description: string) =>
  text(label, description, { maxLength: 30, masked: true })

const driverFields = {
  full_name: text('Full name', 'First and last name of the driver.'),
  birthday: date('Date of birth', 'Date of birth of the driver, YYYY-MM-DD.'),
  license_state: state('Licence state', 'The state that issued the driver’s licence.'),
  license_number: licenceNumber('Licence number', 'The number of the driver’s licence.'),
}

const vehicleFields = {
  year: integer('Year', 'Model year of the car.', { minimum: 1900, maximum: 2200 }),
  make: text('Make', 'Make of the car, such as Toyota.', { maxLength: 60 }),
  model: text('Model', 'Model of the car, such as Camry.', { maxLength: 60 }),
  vin: text('VIN', 'The 17 characters of the vehicle identification number, if at hand.', { maxLength: 17 }),
}

/** Everything that the service knows to ask about a household. The address stands flat here, and nested on the wire. */
export const umbrellaFields = {
  full_name: text('Full name', 'First and last name of the person to insure.'),
  email: email('Email', 'The buyer’s own email address, never the operator’s.'),
  phone_number: phone('Phone number', 'A US phone number of the buyer.'),
  birthday: date('Date of birth', 'Date of birth, YYYY-MM-DD. An age is not enough.', {
    aliases: ['age', 'date_of_birth'],
  }),
  marital_status: choice('Marital status', 'Marital status of the buyer.', {
    values: ['single', 'married', 'domestic_partner', 'divorced', 'widowed', 'separated'],
  }),
  spouse_full_name: text('Spouse’s full name', 'First and last name of the spouse.'),
  spouse_birthday: date('Spouse’s date of birth', 'Date of birth of the spouse, YYYY-MM-DD.'),
  license_state: state('Licence state', 'The state that issued the buyer’s driving licence.'),
  license_number: licenceNumber('Licence number', 'The number of the buyer’s driving licence.'),
  spouse_license_state: state('Spouse’s licence state', 'The state that issued the spouse’s licence.'),
  spouse_license_number: licenceNumber('Spouse’s licence number', 'The number of the spouse’s licence.'),
  street: text('Street', 'House number, street and unit of the main home.'),
  city: text('City', 'City of the main home.', { maxLength: 100 }),
  state: state('State', 'State of the main home: its two-letter code or its name.'),
  zip: zip('ZIP code', 'Five-digit ZIP code of the main home, in that state.'),
  occupation: text('Occupation', 'What the buyer works as.'),
  line_of_work: text('Line of work', 'The industry that the buyer works in.'),
  net_worth_numeric: money('Net worth', 'What the household owns less what it owes, about.', {
    maximum: 10_000 * MILLION,
    aliases: ['approximate_asset_value'],
  }),
  desired_coverage_limit: money('Coverage limit', 'The umbrella limit that the buyer wants, in millions.', {
    minimum: MILLION,
    maximum: 10 * MILLION,
    step: MILLION,
  }),
  required_coverage_e_limit: money(
    'Liability to keep on homes',
    'The liability limit (Coverage E) that the household will keep on its home policies, if it was raised for the umbrella.',
    { maximum: 10 * MILLION },
  ),
  vehicle_count: count('Cars', 'Cars, vans and pickups of the household.'),
  motorcycles: count('Motorcycles', 'Motorcycles of the household.'),
  antique_vehicles: count('Antique vehicles', 'Antique or collector vehicles of the household.'),
  jet_skis: count('Jet skis', 'Jet skis of the household.'),
  large_watercraft: count('Large boats', 'Boats of 26 feet or 50 horsepower and more.'),
  property_count: count('Homes and rentals', 'Homes, rentals and land in the US, the main home too.'),
  non_us_property_count: count('Homes abroad', 'Homes and land outside the US.'),
  additional_drivers: list(
    'Other drivers',
    'Everybody else of the household who drives; an empty list when nobody does.',
    { item: driverFields, maxItems: 10 },
  ),
  drivers_under_22: count('Drivers under 22', 'Drivers of the household under 22.'),
  drivers_over_70: count('Drivers over 70', 'Drivers of the household over 70.'),
  moving_violations: count(
    'Moving violations',
    'Moving violations of the household in the last three years.',
  ),
  at_fault_accidents: count('At-fault accidents', 'At-fault accidents of the household in three years.'),
  current_auto_coverages: autoLimits(
    'Car liability limits',
    'Current car liability limits in thousands, person_accident_property, such as 250_500_100.',
  ),
  coverage_e_for_residences: money(
    'Liability on homes',
    'The lowest liability limit (Coverage E) on the household’s home policies.',
    { maximum: 10 * MILLION },
  ),
  auto_has_insurance: yesNo('Cars insured', 'Every car of the household has liability insurance.'),
  professional_entertainer_or_public_figure: yesNo(
    'Public figure',
    'Somebody of the household is a professional athlete or entertainer, holds elected office, or is widely known.',
  ),
  household_open_claim: yesNo('Open claim', 'A liability claim against the household is open.'),
  liability_loss_in_last_5_years: yesNo(
    'Liability loss',
    'The household caused a liability loss in the last five years.',
  ),
  liability_loss_over_50k: yesNo('Loss over $50,000', 'One of those losses came to more than $50,000.'),
  four_or_more_losses_over_25k: yesNo(
    'Four losses over $25,000',
    'The household has had four or more losses of more than $25,000.',
  ),
  reckless_driving_conviction: yesNo(
    'Reckless driving',
    'Somebody of the household was convicted of reckless driving.',
  ),
  felony: yesNo('Felony', 'Somebody of the household was convicted of a felony.'),
  vehicles: list('Cars', 'Each car of the household, as many as vehicle_count says.', {
    item: vehicleFields,
    maxItems: 10,
  }),
  effective_date: date('Start date', 'The day the policy begins, YYYY-MM-DD.'),
  prior_carrier: text('Prior carrier', 'Who insures the household’s umbrella now or did last, or none.', {
    maxLength: 100,
  }),
}

export type UmbrellaFieldName = keyof typeof umbrellaFields

export const umbrellaFieldNames = Object.keys(umbrellaFields) as UmbrellaFieldName[]

const inAddress: readonly string[] = ['street', 'city', 'state', 'zip'] satisfies UmbrellaFieldName[]

/** Where a field stands in `intake`. */
export const pathOf = (name: string): string[] => (inAddress.includes(name) ? ['address', name] : [name])

/** A field by the name that callers read and write: `address.street`. */
export const wireName = (name: string): string => pathOf(name).join('.')
