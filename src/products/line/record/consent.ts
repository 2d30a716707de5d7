import { createHash } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/language/language.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { randomId } from '../../../platform/lib/random.ts'
import {
  type ConsentRow,
  channelOf,
  consents,
  findConsent,
  type GivenProof,
  insertConsent,
  insertUse,
  insertWithdrawal,
  isLatestOffered,
  type ListedConsent,
  listConsents,
  type Proof,
  proofOf,
} from './consent-store.ts'

/** A version's text never changes. New wording is a new version. */
export type ConsentWords = { purpose: string; version: string; words: string }

export type ConsentTexts = ConsentWords & { spanish: Pick<ConsentWords, 'version' | 'words'> }

export type CreditCheckTexts = ConsentTexts & { purpose: `${string}_credit_check` }

/** The version that is shown, and so the one that is recorded. */
export const asRead = ({ spanish, ...english }: ConsentTexts, language: Language): ConsentWords =>
  language === 'es' ? { ...english, ...spanish } : english

type Witness = {
  givenBy: string
  proof: GivenProof
  /** Of the text that was read. Operators and assistants attest the English one. */
  language: Language
  address: string
  userAgent: string
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

type Given = { uid: string; application: unknown; witness: Witness; state?: ConsentRow['state'] }

export const recordConsent = async (
  app: App,
  { purpose, version, words }: ConsentWords,
  { uid, application, witness, state = 'effective' }: Given,
): Promise<string> => {
  assertTransaction(app)
  const consent_id = randomId(app.random, 'cns')
  await insertConsent(app.db, {
    consent_id,
    uid,
    purpose,
    version,
    words,
    words_hash: sha256(words),
    channel: channelOf(witness.proof),
    proof: witness.proof,
    state,
    given_by: witness.givenBy,
    address: '',
    sealed_address: app.sealer.seal(consents.context('sealed_address', { consent_id }), witness.address),
    user_agent: witness.userAgent,
    application_hash: sha256(canonicalJson(application)),
    given_at: app.clock.now(),
  })
  return consent_id
}

export const findGivenConsent = async (app: App, consentId: string): Promise<ConsentRow | undefined> => {
  const row = await findConsent(app.db, consentId)
  const { sealed_address: sealed = null } = row ?? {}
  return row && sealed
    ? { ...row, address: app.sealer.open(consents.context('sealed_address', row), sealed) }
    : row
}

export const refuseOutdated = (
  { version: current }: ConsentWords,
  { version, current_status }: { version: string; current_status: string },
): void => {
  if (version !== current)
    fail('conflict', {
      message: `The authorization text changed from version ${version.slice(0, 40)} to ${current}. Read it again and agree once more.`,
      current_status,
    })
}

export type GivenConsent = ConsentWords & {
  givenAt: Date
  proof: Proof
  state: ConsentRow['state']
  withdrawnAt: Date | null
}

export const consentsOf = async (app: App, uid: string): Promise<GivenConsent[]> =>
  (await listConsents(app.db, uid)).map(row => ({
    purpose: row.purpose,
    version: row.version,
    words: row.words,
    givenAt: row.given_at,
    proof: proofOf(row),
    state: row.state,
    withdrawnAt: row.withdrawal?.withdrawn_at ?? null,
  }))

/** True while the latest one arrived before the application was complete, so it does not count. */
export const isOnlyOffered = (app: App, uid: string, { purpose }: ConsentWords): Promise<boolean> =>
  isLatestOffered(app.db, { uid, purpose })

const isCreditCheck = (purpose: string): purpose is CreditCheckTexts['purpose'] =>
  purpose.endsWith('_credit_check')

type Standing = ConsentRow['state'] | 'withdrawn' | 'ended'

/** A credit authorization has ended if it was given again or if changed answers voided it. */
export const consentStanding = (
  {
    consent_id,
    purpose,
    state,
    withdrawal,
  }: Pick<ListedConsent, 'consent_id' | 'purpose' | 'state' | 'withdrawal'>,
  inForce: string | null,
): Standing => {
  if (withdrawal) return 'withdrawn'
  return state === 'effective' && isCreditCheck(purpose) && consent_id !== inForce ? 'ended' : state
}

type Consented = { uid: string; consentId: string | null }

export const withdrawConsent = async (app: App, { consentId }: Consented, by: string): Promise<void> => {
  assertTransaction(app)
  if (consentId === null) return
  await insertWithdrawal(app.db, {
    consent_id: consentId,
    withdrawn_by: by,
    withdrawn_at: app.clock.now(),
  })
}

/** Call it before the carrier may check credit and outside any transaction, so the use stays if the call fails. */
export const useConsent = async (
  app: App,
  { uid, consentId }: Consented,
  use: { id: string | number; carrierId: string },
): Promise<void> => {
  if (consentId === null) throw new Error(`${uid} has no consent that could be used.`)
  const used_for = `${uid}/${use.id}/${use.carrierId}`
  await insertUse(app.db, { consent_id: consentId, used_for, used_at: app.clock.now() })
}

/** E-SIGN, 15 U.S.C. 7001(c): the consent needed before records and signatures can be electronic. */
export const electronicRecords: ConsentTexts = {
  purpose: 'electronic_records',
  version: '2026-11-16',
  words:
    'I agree to receive and sign the documents for this insurance electronically, by email and on this website. This covers this purchase and notices about it. I can get paper copies free of charge, and I can withdraw this consent at any time by writing to or calling the agency. Documents that I have already signed stay valid. I need a web browser, software that opens PDF files and an email address that I check. I will tell the agency if my email address changes.',
  spanish: {
    version: '2026-11-16-es',
    words:
      'Acepto recibir y firmar electrónicamente los documentos de este seguro, por correo electrónico y en este sitio web. Esto abarca esta compra y los avisos relacionados con ella. Puedo obtener copias en papel sin costo y puedo retirar este consentimiento en cualquier momento si escribo o llamo a la agencia. Los documentos que ya haya firmado siguen siendo válidos. Necesito un navegador web, un programa que abra archivos PDF y una dirección de correo electrónico que yo revise. Avisaré a la agencia si cambia mi dirección de correo electrónico.',
  },
}
