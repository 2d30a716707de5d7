import { compensationNotices, noticesShown } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { asRead, type ConsentTexts, type ConsentWords, consentsOf, recordConsent } from '../record/consent.ts'
import type { ConsentRow, GivenProof } from '../record/consent-store.ts'
import { type Actor, type Consenting, proofBy } from './actor.ts'

/** The text as this actor reads it. */
export const readBy = ({ language }: Actor, texts: ConsentTexts | ConsentWords): ConsentWords =>
  'spanish' in texts ? asRead(texts, language) : texts

/** What the entry about an act says of the evidence behind it. */
export const evidenceFacts = (
  actor: Consenting,
  texts: ConsentTexts | ConsentWords,
): { proof: GivenProof; version: string } => ({
  proof: proofBy(actor),
  version: readBy(actor, texts).version,
})

export type Agreement = {
  to: ConsentTexts | ConsentWords
  /** What they had before them. Its hash is kept with the text. */
  about: unknown
  state?: ConsentRow['state']
}

/** Every consent, choice, confirmation, and signature leaves its evidence here. */
export const agree = (
  app: App,
  actor: Consenting,
  { uid }: { uid: string },
  { to, about, state }: Agreement,
): Promise<string> => {
  const { name, language, address, userAgent } = actor
  return recordConsent(app, readBy(actor, to), {
    uid,
    application: about,
    witness: { givenBy: name, proof: proofBy(actor), language, address, userAgent },
    ...(state && { state }),
  })
}

type Told = { line: string; states: readonly string[]; about: unknown }

/** What these states want said of our role and pay, as one text with a version. Null: nothing. */
export const roleAndPay = ({ line, states }: Omit<Told, 'about'>): ConsentWords | null => {
  const notices = [...new Set(states)].flatMap(state => compensationNotices({ line, state }))
  return notices.length === 0 ? null : { ...noticesShown(notices), purpose: 'compensation_disclosure' }
}

/** Before the application goes to carriers. The same words are kept once. */
export const noteRoleAndPay = async (
  app: App,
  actor: Consenting,
  { uid }: { uid: string },
  { about, ...of }: Told,
): Promise<void> => {
  const words = roleAndPay(of)
  if (words === null) return
  const known = (await consentsOf(app, uid)).some(
    ({ purpose, version }) => purpose === words.purpose && version === words.version,
  )
  if (!known) await agree(app, actor, { uid }, { to: words, about })
}
