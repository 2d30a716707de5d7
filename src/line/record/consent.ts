import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { assertTransaction } from '../../http/transact.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { randomId } from '../../lib/ids.ts'
import { type ConsentRow, insertConsent, insertUse, insertWithdrawal, listConsents } from './consent-store.ts'

/** A version's text never changes. New wording is a new version. */
export type ConsentWords = { purpose: string; version: string; words: string }

export type Witness = {
  givenBy: string
  channel: ConsentRow['channel']
  address: string
  userAgent: string
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

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

/** People agree to the words that they were shown. */
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

export type GivenConsent = ConsentWords & { givenAt: Date }

export const consentsOf = async (app: App, uid: string): Promise<GivenConsent[]> =>
  (await listConsents(app.db, uid)).map(({ purpose, version, words, given_at }) => ({
    purpose,
    version,
    words,
    givenAt: given_at,
  }))

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

/**
 * Call it before the carrier may check credit and outside any transaction, so the use is on record even if the
 * call fails.
 */
export const useConsent = async (
  app: App,
  { uid, consentId }: Consented,
  use: { id: string | number; carrierId: string },
): Promise<void> => {
  if (consentId === null) throw new Error(`${uid} has no consent that could be used.`)
  const used_for = `${uid}/${use.id}/${use.carrierId}`
  await insertUse(app.db, { consent_id: consentId, used_for, used_at: app.clock.now() })
}
