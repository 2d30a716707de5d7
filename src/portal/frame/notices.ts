import type { PortalStep } from '../../homeowners/portal/facts.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { queryText } from './query-text.ts'

/** Where the application is, for somebody who asked for another page. */
const NOW: Readonly<Record<PortalStep, string>> = {
  answers: 'First some answers are needed.',
  waiting: 'The insurance companies are being asked right now.',
  offers: 'First choose an offer.',
  no_offers: 'No company made an offer.',
  review: 'First check what was estimated.',
  sign: 'All that is left is to sign.',
  binding: 'Your policy is being issued.',
  bound: 'Your policy is issued.',
  withdrawn: 'This application was withdrawn.',
  expired: 'This application has run out.',
}

const NOTICES = {
  elsewhere: (step: PortalStep) => `The page you asked for is not open right now. ${NOW[step]}`,
  saved: () => 'Your answers are saved. Finish whenever you like, with the same link to sign in.',
  confirmed: () => 'Thank you. Your answers are confirmed.',
  corrected: () => 'Thank you. Your correction is saved.',
  authorization_withdrawn: (step: PortalStep) =>
    step === 'bound'
      ? 'Your authorization is withdrawn. Your policy stays as it is.'
      : 'Your authorization is withdrawn. Nobody is asked until you give it again.',
}

export const pathWithNotice = (path: string, name: keyof typeof NOTICES): string => `${path}?note=${name}`

const isNotice = (name: string): name is keyof typeof NOTICES => Object.hasOwn(NOTICES, name)

const nameIn = (request: DocumentRequest): keyof typeof NOTICES | null => {
  const name = queryText(request, 'note')
  return isNotice(name) ? name : null
}

/** What happened just before, named in the address: a sentence of ours, never one from the address. */
export const noticeIn = (request: DocumentRequest, step: PortalStep): string | null => {
  const name = nameIn(request)
  return name && NOTICES[name](step)
}

/** The same notice on the page that follows. */
export const keepNotice = (path: string, request: DocumentRequest): string => {
  const name = nameIn(request)
  return name ? pathWithNotice(path, name) : path
}
