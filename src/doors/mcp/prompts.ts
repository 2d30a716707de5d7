import { SHOW_OFFERS } from '../../products/line/wire/previous-price.ts'

type Argument = { name: string; description: string; required?: boolean }
type Values = Readonly<Record<string, string | undefined>>

export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly Argument[]
  tools: readonly string[]
  write(values: Values): string
}

const REHEARSAL: Argument = {
  name: 'sandbox',
  description: 'yes for a rehearsal with mock carriers: nothing is emailed or bought.',
}

const rehearse = ({ sandbox }: Values): string =>
  sandbox?.toLowerCase() === 'yes' ? 'This is a rehearsal: send sandbox: true with the first call.' : ''

const known = (text: string | undefined): string =>
  text ? `This is known so far: ${text}` : 'Nothing is known yet: ask for it.'

const HONEST = 'Never make up an answer or a consent. Flag what nobody confirmed in field_estimates.'

const sentences = (...parts: string[]): string => parts.filter(part => part !== '').join('\n')

const names = {
  home: { name: 'get_home_insurance_quotes', title: 'Get home insurance quotes' },
  umbrella: { name: 'buy_umbrella_coverage', title: 'Buy umbrella coverage' },
  missing: { name: 'what_is_missing', title: 'What is missing?' },
}

const CUSTOMER: Argument = { name: 'customer', description: 'What you know about the customer, in any form.' }
const OWN: Argument = { name: 'known', description: 'What you already know about yourself, in any form.' }

export const operatorPrompts: readonly Prompt[] = [
  {
    ...names.home,
    description:
      'Fill in a homeowners application for a customer, get the credit consent, and show the offers.',
    arguments: [CUSTOMER, REHEARSAL],
    tools: ['homeowners_quotes'],
    write: values =>
      sentences(
        'Get homeowners insurance quotes for a customer.',
        known(values.customer),
        rehearse(values),
        'Call homeowners_quotes with what is known. Ask for what missing_field_details lists, in as few questions as possible.',
        'Show the complete application before you ask for the credit authorization, in the exact words.',
        'Wait with homeowners_status. Give the homeowner homeowner_quotes_request_login_url, where they buy.',
        SHOW_OFFERS,
        HONEST,
      ),
  },
  {
    ...names.umbrella,
    description: 'Take a customer from an umbrella application to a policy, with their review and consent.',
    arguments: [CUSTOMER, REHEARSAL],
    tools: ['umbrella_draft'],
    write: values =>
      sentences(
        'Buy umbrella insurance for a customer.',
        known(values.customer),
        rehearse(values),
        'Call umbrella_draft and ask next_question until status is ready_for_review. Show the whole review; after the buyer’s yes, call umbrella_quotes.',
        'Wait with umbrella_status. Show the offers, ask which one, ask credit_consent_question word for word, and call umbrella_select.',
        'Show purchase_preview and statement. Call umbrella_bind with bind_confirmed: true only after a clear yes, then follow umbrella_status until status is bound.',
        SHOW_OFFERS,
        HONEST,
      ),
  },
  {
    ...names.missing,
    description: 'List in plain words what an application or purchase still needs, and from whom.',
    arguments: [{ name: 'uid', description: 'The uid of the application.', required: true }],
    tools: ['homeowners_status', 'umbrella_status'],
    write: ({ uid }) =>
      sentences(
        `What is missing in ${uid}?`,
        'Call homeowners_status if the uid starts with hom_, or umbrella_status if it starts with umb_. Change nothing.',
        'List in plain words what is missing, who has to act, and the next step. Do not guess answers.',
      ),
  },
]

export const consumerPrompts: readonly Prompt[] = [
  {
    ...names.home,
    description: 'Fill in your homeowners application, get quotes, and compare the offers.',
    arguments: [OWN, REHEARSAL],
    tools: ['homeowners_prefill'],
    write: values =>
      sentences(
        'Help me get homeowners insurance quotes.',
        known(values.known),
        rehearse(values),
        'Call homeowners_prefill with what I agreed to share. Ask me for what is missing and send it with intake_patch.',
        'Show me the whole application and ask credit_consent_question in its exact words before you submit it.',
        'Wait with intake_issues for the offers. Do not choose for me.',
        SHOW_OFFERS,
        HONEST,
      ),
  },
  {
    ...names.umbrella,
    description: 'Go from an umbrella application to a policy. You review, consent, and decide.',
    arguments: [OWN, REHEARSAL],
    tools: ['umbrella_prefill'],
    write: values =>
      sentences(
        'Help me buy umbrella insurance.',
        known(values.known),
        rehearse(values),
        'Call umbrella_prefill with what I agreed to share. Ask me for what is missing and send it with intake_patch. I read the whole application before you submit it.',
        'Wait with intake_issues. Show me the offers, ask credit_consent_question word for word, and send my choice with intake_select.',
        'Show me purchase_preview and statement. Call intake_bind with bind_confirmed: true only after my clear yes.',
        SHOW_OFFERS,
        HONEST,
      ),
  },
  {
    ...names.missing,
    description: 'List in plain words what your application still needs.',
    arguments: [],
    tools: ['intake_issues'],
    write: () =>
      sentences(
        'What is missing in my application?',
        'Call intake_issues with the uid and the intake_access_token of the latest answer in this conversation. Do not show me the token.',
        'List in plain words what is missing, who has to act, and the next step. Do not guess answers.',
      ),
  },
]

export const listedPrompt = ({ name, title, description, arguments: taken }: Prompt) => ({
  name,
  title,
  description,
  arguments: taken.map(argument => ({ ...argument, required: argument.required === true })),
})

export const missingArgument = ({ arguments: taken }: Prompt, values: Values): string | undefined =>
  taken.find(({ name, required }) => required && !values[name])?.name
