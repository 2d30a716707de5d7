import {
  isAnswered,
  type OfferAnswers,
  type OfferedCoverage,
  offersAnswered,
  wantedOf,
} from '../../../agency/rules/offered.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type ConsentTexts, type ConsentWords, electronicRecords, refuseOutdated } from '../record/consent.ts'
import { writeFollowUp } from '../record/notes.ts'
import type { Actor, Consenting } from './actor.ts'
import { agree, readBy } from './agree.ts'

/** What the signing page sends back: what was on it, and the name typed under it. */
export type SentSignature = {
  sign_token: string
  signed_name: string
  disclosures_version: string
  electronic_records_version: string
  /** Yes or no to each coverage that was offered beside the policy. */
  offered?: OfferAnswers
}

const MOVED = 'What is to be signed has changed since this page was opened. Look at it again before you sign.'

type Page = { status: string; token: string; disclosures: ConsentTexts }

export const refuseOtherPage = (
  actor: Actor,
  sent: SentSignature,
  { status, token, disclosures }: Page,
): void => {
  const current_status = status
  refuseOutdated(readBy(actor, disclosures), { version: sent.disclosures_version, current_status })
  refuseOutdated(readBy(actor, electronicRecords), {
    version: sent.electronic_records_version,
    current_status,
  })
  if (sent.sign_token !== token) fail('stale_token', { message: MOVED, current_status })
}

/** Live purchases in production need every answer. Elsewhere, what was answered is kept. */
export const refuseUnanswered = (
  { config }: App,
  { sandbox, status: current_status }: { sandbox: boolean; status: string },
  { offered, answers = {} }: { offered: readonly OfferedCoverage[]; answers: OfferAnswers | undefined },
): void => {
  if (!config.production || sandbox) return
  const fields = offered
    .filter(({ code }) => !isAnswered(answers[code]))
    .map(({ code }) => ({ path: `offered.${code}`, code: 'required' as const, expected: 'yes or no' }))
  if (fields.length > 0) fail('invalid_request', { fields, current_status })
}

type Signing = {
  disclosures: ConsentTexts
  notices: ConsentWords
  offered: { list: readonly OfferedCoverage[]; answers: OfferAnswers | undefined }
  application: unknown
  offers: object
  signed: Readonly<Record<string, unknown>> & { signed_name: string }
}

export type Signed = {
  records_consent_id: string
  signature_id: string
  /** What was agreed to, in the words that were read, for the signer's copy. */
  texts: string[]
}

/** Electronic records first, then the notices that the law wants read, the coverage offered, and the signature over all of it. */
export const sign = async (
  app: App,
  actor: Consenting,
  intake: { uid: string },
  { disclosures, notices, offered: { list, answers = {} }, application, offers, signed }: Signing,
): Promise<Signed> => {
  const records_consent_id = await agree(app, actor, intake, { to: electronicRecords, about: application })
  await agree(app, actor, intake, { to: notices, about: offers })
  const answered = offersAnswered(list, answers, actor.language)
  if (answered.words !== '') await agree(app, actor, intake, { to: answered, about: offers })
  const wanted = wantedOf(list, answers)
  if (wanted.length > 0)
    await writeFollowUp(app, {
      uid: intake.uid,
      words: `Before signing, the customer asked to be contacted about: ${wanted.join(', ')}.`,
    })
  const about = { ...offers, ...signed, notices: notices.version, offered: answered.version }
  const signature_id = await agree(app, actor, intake, { to: disclosures, about })
  const texts = [electronicRecords, notices, answered, disclosures].map(read => readBy(actor, read).words)
  return { records_consent_id, signature_id, texts: texts.filter(words => words !== '') }
}
