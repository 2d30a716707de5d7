import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { type Application, addressKey, type Home } from '../application/application.ts'
import { homeCarriers } from '../quoting/offers.ts'
import { propertyIdFor, renewAddressMac } from './property-store.ts'

export const checkStatesServed = (app: App, { homes }: Application, sandbox: boolean): void => {
  const isServed = (state: string): boolean => homeCarriers.inState(app, { sandbox }, state).length > 0
  const at = homes.findIndex(({ state }) => state !== undefined && !isServed(state))
  if (at < 0) return
  fail('unsupported_state', {
    fields: [
      {
        path: `intake.home[${at}].state`,
        code: 'not_served',
        expected: homeCarriers.statesWritten(app, { sandbox }).join(', '),
      },
    ],
  })
}

const PROPERTY = 'property'

export type Whose = { owner: string; sandbox: boolean }

const withPropertyId = async (app: App, { owner, sandbox }: Whose, home: Home): Promise<Home> => {
  if (home.property_id !== null) return home
  const address = addressKey(home)
  if (address === null) return home
  const property_id = await propertyIdFor(app.db, {
    owner,
    sandbox,
    addressMacs: app.sealer.macs(PROPERTY, address),
    property_id: randomId(app.random, 'prop'),
    created_at: app.clock.now(),
  })
  return { ...home, property_id }
}

/** A home gets its id when its address is complete and keeps it when the address is corrected. */
export const withPropertyIds = async (
  app: App,
  whose: Whose,
  application: Application,
): Promise<Application> => {
  const homes: Home[] = []
  for (const home of application.homes) homes.push(await withPropertyId(app, whose, home))
  return { ...application, homes }
}

/** Runs after the secret is rotated, so lookups need only the current key. */
export const renewHomeMacs = async (app: App, whose: Whose, { homes }: Application): Promise<void> => {
  for (const home of homes) {
    const address = addressKey(home)
    if (address !== null) await renewAddressMac(app.db, whose, app.sealer.macs(PROPERTY, address))
  }
}
