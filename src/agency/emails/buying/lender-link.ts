import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, say } from '../layout.ts'

type Made = {
  firstName: string
  carrier: string
  policy_number: string
  until: string
  contact: string
  link: string
  makerName: string | null
}

export const lenderLinkEmail = (to: string, made: Made): Email => ({
  to,
  subject: say('A link to your evidence of insurance was created'),
  paragraphs: [
    greeting(made.firstName),
    say(
      'A link for a lender was created for your policy {policy_number} from {carrier}. It shows the names of the insured, the property, the coverages, the premium, and the lenders on the policy.',
      { policy_number: made.policy_number, carrier: made.carrier },
    ),
    say('Anyone who has the link can open it through {day}. We record each opening.', {
      day: longDate(made.until),
    }),
    say('To turn it off, sign in and choose “Links for your lender” on the page of your policy.'),
    say('If you didn’t expect this or have a question, {contact}.', { contact: made.contact }),
  ],
  facts: [
    [say('Insurance company'), made.carrier],
    [say('Policy number'), made.policy_number],
    askedBy(made.makerName),
  ],
  link: { label: say('See your policy'), url: made.link },
  reason: say('You’re receiving this because this policy was bought through us.'),
})
