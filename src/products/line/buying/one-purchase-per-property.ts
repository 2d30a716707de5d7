import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { isSharedScope } from '../../../platform/key/guard.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { propertyKey } from '../../../platform/values/address-key.ts'
import type { Intake } from '../record/intakes.ts'
import { isEmailProven } from '../record/proven-email-store.ts'
import { findIntakeRow } from '../record/store.ts'
import {
  deleteExpired,
  deletePurchase,
  holderOf,
  holderThen,
  insertPurchase,
  renewPurchaseMac,
  takePurchaseOver,
} from './property-purchase-store.ts'

type Address = { street?: string; zip?: string; state?: string }

export type Property = {
  item: string
  path: string
  address: Address
  starts_on: string
  isAllowed?: boolean
}

type Buying = Pick<Intake<string, unknown>, 'line' | 'sandbox' | 'owner' | 'emailMac'> & {
  /** Null before the first save. */
  uid: string | null
  status?: string
  /** Absent: the records decide. */
  isProven?: true
  toOperator?: boolean
}

const PURPOSE = 'property-purchase'

const macsOf = ({ sealer }: App, address: Address) => {
  const key = propertyKey(address)
  return key === null ? null : sealer.macs(PURPOSE, key)
}

/** Only the person who bought, once their email is proven, or the operator who bought may learn of the purchase. */
const isOwn = async ({ db }: App, intake: Buying, holder: { uid: string }): Promise<boolean> => {
  const { uid, line, owner, emailMac } = intake
  if (holder.uid === uid) return true
  const row = await findIntakeRow(db, { uid: holder.uid, line })
  if (intake.toOperator && owner !== null && !isSharedScope(owner) && row?.owner === owner) return true
  if (uid === null || !row?.email_mac || !emailMac?.equals(row.email_mac)) return false
  return intake.isProven ?? isEmailProven(db, uid)
}

const refuseOwn = ({ config: { agency } }: App, { status }: Buying, { path, address }: Property): never =>
  fail('conflict', {
    message: `Insurance for ${address.street} has already been bought or is being bought. A property can be bought for once, unless the first policy was canceled or expires before the new one starts. To ask about it, ${contactWords(agency)}.`,
    ...(status !== undefined && { current_status: status }),
    fields: [{ path, code: 'property_purchased', expected: 'a property without a purchase' }],
  })

/** Where the property is: in the evening of the day before a policy ends, it is the next day in UTC. */
const daysOf = ({ address: { state = '' }, starts_on }: Property, now: Date) => ({
  today: dayIn(state, now),
  starts_on,
})

/** Returns the properties that strangers have, of which nobody but staff may learn. */
export const claimProperties = async (
  app: App,
  intake: Buying & { uid: string },
  properties: readonly Property[],
): Promise<Property[]> => {
  assertTransaction(app)
  const held: Property[] = []
  if (intake.sandbox) return held
  const { uid, line } = intake
  const claimed_at = app.clock.now()
  const claims = properties.flatMap(property => {
    const macs = macsOf(app, property.address)
    return macs ? [{ property, macs }] : []
  })
  // Sorted, so two purchases of the same two homes cannot wait for each other.
  for (const { property, macs } of claims.toSorted((a, b) => a.macs[0].compare(b.macs[0]))) {
    await deleteExpired(app.db, { line, macs }, daysOf(property, claimed_at))
    const purchase = { uid, line, item: property.item, claimed_at }
    if (await insertPurchase(app.db, purchase, macs)) continue
    if (property.isAllowed) {
      await takePurchaseOver(app.db, purchase, macs)
      continue
    }
    const holder = await holderOf(app.db, line, macs)
    if (holder && (await isOwn(app, intake, holder))) refuseOwn(app, intake, property)
    held.push(property)
  }
  return held
}

const holderOfProperty = async (app: App, { line, sandbox }: Buying, property: Property) => {
  const macs = sandbox || property.isAllowed ? null : macsOf(app, property.address)
  return macs && holderThen(app.db, { line, macs }, daysOf(property, app.clock.now()))
}

export const heldByOthers = async (
  app: App,
  intake: Buying,
  properties: readonly Property[],
): Promise<Property[]> => {
  const held: Property[] = []
  for (const property of properties) {
    const holder = await holderOfProperty(app, intake, property)
    if (holder && !(await isOwn(app, intake, holder))) held.push(property)
  }
  return held
}

export const refuseOwnPurchase = async (app: App, intake: Buying, property: Property): Promise<void> => {
  const holder = await holderOfProperty(app, intake, property)
  if (holder && holder.uid !== intake.uid && (await isOwn(app, intake, holder)))
    refuseOwn(app, intake, property)
}

export const hasClaim = async (
  app: App,
  { uid, line, sandbox }: Pick<Buying, 'line' | 'sandbox'> & { uid: string },
  address: Address,
): Promise<boolean> => {
  const macs = sandbox ? null : macsOf(app, address)
  return macs === null || (await holderOf(app.db, line, macs))?.uid === uid
}

export const releaseProperties = async (app: App, uid: string, items: readonly string[]): Promise<void> => {
  assertTransaction(app)
  for (const item of items) await deletePurchase(app.db, { uid, item })
}

export const renewPropertyMacs = async (
  app: App,
  uid: string,
  addresses: readonly Address[],
): Promise<void> => {
  for (const address of addresses) {
    const macs = macsOf(app, address)
    if (macs) await renewPurchaseMac(app.db, uid, macs)
  }
}
