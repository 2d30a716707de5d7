import type { App } from '../../app.ts'
import { base62 } from '../../lib/random.ts'
import { keyHash } from '../operator-key.ts'
import { replaceTokensOf } from './intake-token-store.ts'
import { findShopper, insertShopper, type ShopperRow, uidOfPoll, updateShopper } from './shopper-store.ts'

const POLLING_FORM = /^plt_[0-9A-Za-z]{32}$/

export const addShopper = async (app: App, uid: string): Promise<{ polling_token: string }> => {
  const polling_token = `plt_${base62(app.random, 32)}`
  await insertShopper(app.db, { uid, polling_hash: keyHash(polling_token), created_at: app.clock.now() })
  return { polling_token }
}

export const polledUid = (app: App, token: string): Promise<string | null> =>
  POLLING_FORM.test(token) ? uidOfPoll(app.db, keyHash(token)) : Promise.resolve(null)

type WithEmail = { uid: string; sandbox: boolean; emailMac: Buffer | null }

const isProven = (row: ShopperRow | undefined, { emailMac }: WithEmail): boolean =>
  emailMac !== null && row?.proven_email_mac?.equals(emailMac) === true

export const emailProven = async (app: App, intake: WithEmail): Promise<boolean> =>
  intake.sandbox || isProven(await findShopper(app.db, intake.uid), intake)

export const proveEmail = (app: App, { uid, emailMac }: WithEmail): Promise<void> =>
  updateShopper(app.db, uid, { proven_email_mac: emailMac, proven_at: app.clock.now() })

export const endShopper = async (app: App, uid: string): Promise<void> => {
  await replaceTokensOf(app.db, uid, app.clock.now())
  await updateShopper(app.db, uid, { proven_email_mac: null, confirmed_preview: null })
}

export const confirmPreview = (app: App, uid: string, preview: string): Promise<void> =>
  updateShopper(app.db, uid, { confirmed_preview: preview })

export const confirmedPreview = async (app: App, uid: string): Promise<string | null> =>
  (await findShopper(app.db, uid))?.confirmed_preview ?? null
