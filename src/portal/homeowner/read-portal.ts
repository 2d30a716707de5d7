import type { App } from '../../app.ts'
import type { Application } from '../../homeowners/application/application.ts'
import type { HomeownerCaller } from '../../homeowners/intake/caller.ts'
import { readOwnIntake } from '../../homeowners/intake/intake.ts'
import type { PortalView } from '../../homeowners/portal/facts.ts'
import { portalView } from '../../homeowners/portal/view.ts'
import { readAtOnce } from '../../http/transact.ts'

/** How an application stands. */
export type Portal = { view: PortalView; application: Application }

/** All of it at one moment: read statement by statement, a policy issued meanwhile would be there only in part. */
export const readPortal = (app: App, caller: HomeownerCaller): Promise<Portal> =>
  readAtOnce(app, async inside => {
    const intake = await readOwnIntake(inside, caller, caller.uid)
    return { view: await portalView(inside, intake), application: intake.application }
  })
