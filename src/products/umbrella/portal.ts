import { usd } from '../../platform/values/money.ts'
import { requiredHomeLimits } from '../line/portal/carrier-words.ts'
import { learnFields, type QuestionWording } from '../line/portal/field-words.ts'
import { learn } from '../line/portal/say.ts'
import type { PortalWords } from '../line/reviewed-purchase/reviewed-line.ts'
import spanish from './es.json' with { type: 'json' }
import type { UmbrellaWireOffer } from './offer.ts'

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

const itemWords: Readonly<Record<string, QuestionWording>> = {
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
const sectionTitles: Readonly<Record<string, string>> = {
  full_name: 'You',
  marital_status: 'Family and driver’s license',
  spouse_full_name: 'Your spouse',
  occupation: 'Work and net worth',
}

const { say } = learn(spanish)

learnFields(householdWords)

export const portal: PortalWords = {
  product: 'Umbrella insurance',
  enter:
    'This is an application for umbrella insurance. Enter the email address on it, and we’ll email you a code that opens it.',
  review:
    'This is your whole application for umbrella insurance. {marked} Correct what’s wrong, then confirm at the end.',
  beforeSigning:
    'Coverage starts on that day, once the insurance company has issued the policy. The umbrella pays only above your home and auto limits, so keep those policies. Those limits are called underlying limits. A retained limit is what you pay yourself for a loss that those policies don’t cover.',
  issued: 'Your umbrella policy has been issued. Keep its documents.',
  afterwards:
    'Keep your home and auto policies in force with at least the limits this umbrella requires. If they pay less, you pay the difference yourself.',
  emailTaken:
    'This email address is already used for another umbrella purchase, so we didn’t save it. Ask your agent about it.',
  addressTaken:
    'There’s already an umbrella purchase for this address, so you haven’t bought anything. Ask your agent about it.',
  documentsAhead: 'After you sign, we’ll ask for the declarations pages of your home and auto policies.',
  documents:
    'The umbrella adds to your home and auto policies, so the insurance company needs to see their limits. Your insurance company’s website or app has these pages.',
  uploads: {
    declarations: {
      label: 'Home policy: declarations page',
      hint: 'The page that lists who is insured, the dates, and the personal liability limit.',
    },
    auto_declarations: {
      label: 'Auto policy: declarations page',
      hint: 'The page that lists the cars, the dates, and the liability limits.',
    },
  },
  items: itemWords,
  sections: sectionTitles,
  lists: {
    vehicles: { one: 'Car {number}' },
    additional_drivers: { one: 'Driver {number}', spare: 'Driver {number}, if any' },
  },
  offerRows({ coverage_limit, minimum_auto_limits: auto, display_notes }: UmbrellaWireOffer) {
    return [
      {
        label: say('Umbrella limit'),
        amount: usd(coverage_limit),
        meaning: say(
          'The most the umbrella pays for one claim, after your home or auto policy has paid its own limit.',
        ),
      },
      {
        label: say('Required auto limits'),
        amount: [auto.per_person, auto.per_accident, auto.property_damage].map(one => one / 1000).join('/'),
        meaning: say(
          'The liability limits your auto policy must have, in thousands of dollars: for one injured person, for everyone injured in an accident, and for damaged property.',
        ),
      },
      ...requiredHomeLimits(display_notes).map(amount => ({
        label: say('Required home liability'),
        amount,
      })),
    ]
  },
  offerNote: 'Required auto limits are in thousands of dollars.',
  notCovered:
    'An umbrella pays what you owe others. It doesn’t pay for damage to your own home, cars or belongings.',
}
