import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { propertyKey } from '../fields/address-key.ts'
import type { Intake } from '../record/intake.ts'
import { findIntakeRow } from '../record/store.ts'
import {
  deleteExpired,
  deletePurchase,
  holderOf,
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

type Buying = Pick<Intake<string, unknown>, 'uid' | 'line' | 'sandbox' | 'status' | 'owner' | 'emailMac'> & {
  isProven?: true
}

const PURPOSE = 'property-purchase'

const macsOf = ({ sealer }: App, address: Address) => {
  const key = propertyKey(address)
  return key === null ? null : sealer.macs(PURPOSE, key)
}

/** Only the person who bought, or the operator who bought for them, may learn of the purchase. */
const isOwn = async ({ db }: App, intake: Buying, holder: { uid: string }): Promise<boolean> => {
  if (holder.uid === intake.uid) return true
  const row = await findIntakeRow(db, { uid: holder.uid, line: intake.line })
  if (!row?.email_mac || !intake.emailMac?.equals(row.email_mac)) return false
  return intake.isProven === true || (row.owner !== null && row.owner === intake.owner)
}

/** Does not reveal to strangers that the property is insured. */
const refuseStranger = ({ config: { agency } }: App, { status }: Buying, { path }: Property): never =>
  fail('conflict', {
    message: `This purchase can’t be completed online. To continue, ${contactWords(agency)}.`,
    current_status: status,
    fields: [{ path, code: 'agency_needed', expected: 'a purchase that the agency allows' }],
  })

const refuseOwn = ({ config: { agency } }: App, { status }: Buying, { path, address }: Property): never =>
  fail('conflict', {
    message: `Insurance for ${address.street} has already been bought or is being bought. A property can be bought for once, unless the first policy was canceled or expires before the new one starts. To ask about it, ${contactWords(agency)}.`,
    current_status: status,
    fields: [{ path, code: 'property_purchased', expected: 'a property without a purchase' }],
  })

/** Where the property is: in the evening of the day before a policy ends, it is the next day in UTC. */
const daysOf = ({ address: { state = '' }, starts_on }: Property, now: Date) => ({
  today: dayIn(state, now),
  starts_on,
})

export const claimProperties = async (
  app: App,
  intake: Buying,
  properties: readonly Property[],
): Promise<void> => {
  assertTransaction(app)
  if (intake.sandbox) return
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
    refuseStranger(app, intake, property)
  }
}

export const heldByOthers = async (
  app: App,
  intake: Buying,
  properties: readonly Property[],
): Promise<Property[]> => {
  assertTransaction(app)
  const held: Property[] = []
  if (intake.sandbox) return held
  const { line } = intake
  for (const property of properties) {
    const macs = macsOf(app, property.address)
    if (!macs || property.isAllowed) continue
    await deleteExpired(app.db, { line, macs }, daysOf(property, app.clock.now()))
    const holder = await holderOf(app.db, line, macs)
    if (holder && !(await isOwn(app, intake, holder))) held.push(property)
  }
  return held
}

/** For readers. A policy that has ended may still be counted; `heldByOthers` decides. */
export const isHeldByOther = async (app: App, intake: Buying, address: Address): Promise<boolean> => {
  const macs = intake.sandbox ? null : macsOf(app, address)
  const holder = macs && (await holderOf(app.db, intake.line, macs))
  return holder ? !(await isOwn(app, intake, holder)) : false
}

export const releaseProperties = async (app: App, uid: string, items: readonly string[]): Promise<void> => {
  assertTransaction(app)
  for (const item of items) await deletePurchase(app.db, { uid, item })
}

export const moveProperty = async (app: App, intake: Buying, property: Property): Promise<void> => {
  await releaseProperties(app, intake.uid, [property.item])
  await claimProperties(app, intake, [property])
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
