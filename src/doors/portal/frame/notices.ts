import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { PortalStep } from '../../../products/homeowners/application/statuses.ts'
import { say } from '../words/say.ts'
import { queryText } from './query-text.ts'

const NOW = {
  answers: 'We need a few answers first.',
  waiting: 'We’re getting your quotes right now.',
  offers: 'Choose a quote first.',
  no_offers: 'No insurance company offered a quote.',
  review: 'Check the estimated answers first.',
  sign: 'The only step left is to sign.',
  binding: 'Your policy is being issued.',
  bound: 'Your policy has been issued.',
  withdrawn: 'This application was withdrawn.',
  expired: 'This application has expired.',
} as const satisfies Record<PortalStep, string>

export const ANSWERED = 'Thank you. We have your answer, and we’ll pass it on to the insurance company.'

export const REQUEST_SENT =
  'We have your request. Your policy stays as it is until the insurance company has agreed. We’ll email you its answer.'

export const ON_PAPER = 'From now on, we’ll send your documents by postal mail.'

const toAuthorize = () =>
  say('We saved your corrections. They change what you authorized, so we need your authorization again.')

const NOTICES = {
  elsewhere: (step: PortalStep) => `${say('That page isn’t available right now.')} ${say(NOW[step])}`,
  saved: () => say('Your answers are saved. To finish later, sign in again from the same email.'),
  confirmed: () => say('Thank you. Your answers are confirmed.'),
  answered: () => say(ANSWERED),
  corrected: (step: PortalStep) =>
    step === 'answers' ? toAuthorize() : say('Thank you. Your correction is saved.'),
  check_again: (step: PortalStep) => {
    if (step === 'answers') return toAuthorize()
    return step === 'review'
      ? say('We saved your corrections. Check once more, then confirm.')
      : say('We saved your corrections.')
  },
  sharing_stopped: () => say('You’ve stopped sharing. The link no longer works.'),
  policy_request_sent: () => say(REQUEST_SENT),
  on_paper: () => say(ON_PAPER),
  lender_link_off: () => say('The link for your lender no longer works.'),
  evidence_sent: () => say('We’ve emailed proof of insurance to your lender.'),
  evidence_rehearsed: () => say('With a real policy, we’d have emailed proof of insurance to your lender.'),
  authorization_withdrawn: (step: PortalStep) =>
    step === 'bound'
      ? say('You withdrew your authorization. Your policy doesn’t change.')
      : say(
          'You withdrew your authorization. We won’t contact insurance companies unless you give it again.',
        ),
}

export const pathWithNotice = (path: string, name: keyof typeof NOTICES): string => `${path}?note=${name}`

const isNotice = (name: string): name is keyof typeof NOTICES => Object.hasOwn(NOTICES, name)

const nameIn = (request: DocumentRequest): keyof typeof NOTICES | null => {
  const name = queryText(request, 'note')
  return isNotice(name) ? name : null
}

/** The URL only names the notice, so a link cannot put its own text on the page. */
export const noticeIn = (request: DocumentRequest, step: PortalStep): string | null => {
  const name = nameIn(request)
  return name && NOTICES[name](step)
}

export const keepNotice = (path: string, request: DocumentRequest): string => {
  const name = nameIn(request)
  return name ? pathWithNotice(path, name) : path
}
