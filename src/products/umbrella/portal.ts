import { usd } from '../../platform/values/money.ts'
import { requiredHomeLimits } from '../line/portal/carrier-words.ts'
import { learnFields } from '../line/portal/field-words.ts'
import { learn } from '../line/portal/say.ts'
import type { PortalWords } from '../line/reviewed-purchase/reviewed-line.ts'
import spanish from './es.json' with { type: 'json' }
import type { UmbrellaWireOffer } from './offer.ts'
import { householdWords, itemWords, sectionTitles } from './portal-words.ts'

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
