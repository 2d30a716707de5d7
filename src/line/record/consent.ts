import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { assertTransaction } from '../../http/transact.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { randomId } from '../../lib/ids.ts'
import { type ConsentRow, insertConsent, insertUse, insertWithdrawal, listConsents } from './consent-store.ts'

/** Words that a person agreed to. A change of words is a new version: a version never changes. */
export type ConsentWords = { purpose: string; version: string; words: string }

/** Who says so, and from where. */
export type Witness = {
  givenBy: string
  channel: ConsentRow['channel']
  address: string
  userAgent: string
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Writes the evidence and returns its id; nothing may be done under a consent that has none. */
export const recordConsent = async (
  app: App,
  { purpose, version, words }: ConsentWords,
  { uid, application, witness }: { uid: string; application: unknown; witness: Witness },
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
    channel: witness.channel,
    given_by: witness.givenBy,
    address: witness.address,
    user_agent: witness.userAgent,
    application_hash: sha256(canonicalJson(application)),
    given_at: app.clock.now(),
  })
  return consent_id
}

export type GivenConsent = ConsentWords & { givenAt: Date }

/** In the words of the version that was agreed to, whatever the current one says. */
export const consentsOf = async (app: App, uid: string): Promise<GivenConsent[]> =>
  (await listConsents(app.db, uid)).map(({ purpose, version, words, given_at }) => ({
    purpose,
    version,
    words,
    givenAt: given_at,
  }))

type Consented = { uid: string; consentId: string | null }

/** Recorded once; without a consent in force nothing happens. */
export const withdrawConsent = async (app: App, { consentId }: Consented, by: string): Promise<void> => {
  assertTransaction(app)
  if (consentId === null) return
  await insertWithdrawal(app.db, {
    consent_id: consentId,
    withdrawn_by: by,
    withdrawn_at: app.clock.now(),
  })
}

/** Before a carrier is told that it may look at credit, on its own: the use is on record even if the call fails. */
export const useConsent = async (
  app: App,
  { uid, consentId }: Consented,
  use: { id: string | number; carrierId: string },
): Promise<void> => {
  if (consentId === null) throw new Error(`${uid} has no consent that could be used.`)
  const used_for = `${uid}/${use.id}/${use.carrierId}`
  await insertUse(app.db, { consent_id: consentId, used_for, used_at: app.clock.now() })
}
