import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { readAtOnce } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { Application } from '../../../products/homeowners/application/application.ts'
import type { HomeownerCaller } from '../../../products/homeowners/intake/caller.ts'
import { readOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import type { PortalView } from '../../../products/homeowners/portal/facts.ts'
import { portalView } from '../../../products/homeowners/portal/view.ts'
import { consentsOf, type GivenConsent } from '../../../products/line/record/consent.ts'

export type Portal = {
  view: PortalView
  application: Application
  consents: GivenConsent[]
  isOnPaper: boolean
}

export const readPortal = (app: App, caller: HomeownerCaller): Promise<Portal> =>
  readAtOnce(app, async inside => {
    const intake = await readOwnIntake(inside, caller, caller.uid)
    return {
      view: await portalView(inside, intake, caller.language),
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
