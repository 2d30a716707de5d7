import type { App } from '../../app.ts'
import { contactWords } from '../../config/agency.ts'
import { assertTransaction } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { dayOf } from '../../lib/clock.ts'
import { propertyKey } from '../fields/address-key.ts'
import type { Intake } from '../record/intake.ts'
import { deleteExpired, deletePurchase, insertPurchase, renewPurchaseMac } from './property-purchase-store.ts'

type Address = { street?: string; zip?: string }

/** `starts_on` is the day on which the new policy would start. */
export type Property = { item: string; path: string; address: Address; starts_on: string }

type Buying = Pick<Intake<string, unknown>, 'uid' | 'line' | 'sandbox' | 'status'>

const PURPOSE = 'property-purchase'

const macsOf = ({ sealer }: App, address: Address) => {
  const key = propertyKey(address)
  return key === null ? null : sealer.macs(PURPOSE, key)
}

/** Says nothing about the other purchase, which may be another operator's. */
const refuse = ({ config: { agency } }: App, { status }: Buying, { path, address }: Property): never =>
  fail('conflict', {
    message: `Insurance for ${address.street} has already been bought or is being bought. A property can be bought for once, unless the first policy was canceled and has ended when the new one starts. To ask about it, ${contactWords(agency)}.`,
    current_status: status,
    fields: [{ path, code: 'property_purchased', expected: 'a property without a purchase' }],
  })

/** Runs in the transaction that buys. In the sandbox a property can be bought for any number of times. */
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
  // In one order, so two purchases of the same two homes cannot wait for each other.
  for (const { property, macs } of claims.toSorted((a, b) => a.macs[0].compare(b.macs[0]))) {
    await deleteExpired(app.db, { line, macs }, { today: dayOf(claimed_at), starts_on: property.starts_on })
    if (!(await insertPurchase(app.db, { uid, line, item: property.item, claimed_at }, macs)))
      refuse(app, intake, property)
  }
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
