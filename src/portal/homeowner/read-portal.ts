import type { App } from '../../app.ts'
import { readAtOnce } from '../../db/transact.ts'
import { findDeliveryWithdrawal } from '../../emails/rules/paper-store.ts'
import { fail } from '../../errors.ts'
import type { Application } from '../../homeowners/application/application.ts'
import type { HomeownerCaller } from '../../homeowners/intake/caller.ts'
import { readOwnIntake } from '../../homeowners/intake/intake.ts'
import type { PortalView } from '../../homeowners/portal/facts.ts'
import { portalView } from '../../homeowners/portal/view.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { consentsOf, type GivenConsent } from '../../line/record/consent.ts'
import { type Policy, policyOf } from '../../policies/policies.ts'

export type Portal = {
  view: PortalView
  application: Application
  consents: GivenConsent[]
  isOnPaper: boolean
}

/** Reads one snapshot. Separate reads could show half of a policy that is issued in between. */
export const readPortal = (app: App, caller: HomeownerCaller): Promise<Portal> =>
  readAtOnce(app, async inside => {
    const intake = await readOwnIntake(inside, caller, caller.uid)
    return {
      view: await portalView(inside, intake),
      application: intake.application,
      consents: await consentsOf(inside, intake.uid),
      isOnPaper: (await findDeliveryWithdrawal(inside.db, intake.uid)) !== null,
    }
  })

export const readOwnPolicy = async (
  app: App,
  { uid }: HomeownerCaller,
  { params }: Pick<DocumentRequest, 'params'>,
): Promise<Policy> => (await policyOf(app, { uid, policy_id: params.id ?? '' })) ?? fail('not_found')
