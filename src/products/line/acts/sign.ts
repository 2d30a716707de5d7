import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type ConsentTexts, type ConsentWords, refuseOutdated } from '../record/consent.ts'
import { electronicRecords } from '../record/electronic-records.ts'
import type { Actor, Consenting } from './actor.ts'
import { agree, readBy } from './agree.ts'

/** What the signing page sends back: what was on it, and the name typed under it. */
export type SentSignature = {
  sign_token: string
  signed_name: string
  disclosures_version: string
  electronic_records_version: string
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

type Signing = {
  disclosures: ConsentTexts
  notices: ConsentWords
  application: unknown
  offers: object
  signed: Readonly<Record<string, unknown>> & { signed_name: string }
}

export type Signed = { records_consent_id: string; signature_id: string }

/** Electronic records first, then the notices that the law wants read, then the signature over all of it. */
export const sign = async (
  app: App,
  actor: Consenting,
  intake: { uid: string },
  { disclosures, notices, application, offers, signed }: Signing,
): Promise<Signed> => {
  const records_consent_id = await agree(app, actor, intake, { to: electronicRecords, about: application })
  await agree(app, actor, intake, { to: notices, about: offers })
  const about = { ...offers, ...signed, notices: notices.version }
  const signature_id = await agree(app, actor, intake, { to: disclosures, about })
  return { records_consent_id, signature_id }
}
