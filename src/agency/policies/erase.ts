import type { App } from '../../platform/app.ts'
import { listRenewals } from './life/renewal-store.ts'
import { eraseRenewalWords } from './life/renewals.ts'
import { listPolicyRequests } from './life/request-store.ts'
import { eraseRequestWords } from './life/requests.ts'
import { bindOrders, listOrderRows, replaceOrderFacts } from './order-store.ts'
import {
  listPolicyDocumentNames,
  listPolicyRows,
  policies,
  policyDocuments,
  replaceDocument,
  replacePolicyFacts,
} from './store.ts'
import { ERASED_FACTS } from './terms.ts'
import { listVersionRows, policyVersions, replaceVersionFacts } from './version-store.ts'

const sealed = ({ sealer }: App, context: string): Buffer =>
  sealer.seal(context, JSON.stringify(ERASED_FACTS))

/** Numbers, dates and prices stay, because the books and the seals need them. */
export const erasePolicyRecords = async (app: App, uid: string): Promise<void> => {
  for (const { policy_id } of await listPolicyRows(app.db, [uid]))
    await replacePolicyFacts(app.db, policy_id, sealed(app, policies.context('facts', { policy_id })))
  for (const row of await listVersionRows(app.db, [uid]))
    await replaceVersionFacts(app.db, { ...row, facts: sealed(app, policyVersions.context('facts', row)) })
  for (const { document_id } of await listPolicyDocumentNames(app.db, [uid]))
    await replaceDocument(
      app.db,
      document_id,
      app.sealer.seal(policyDocuments.context('content', { document_id }), ''),
    )
  for (const row of await listPolicyRequests(app.db, [uid])) await eraseRequestWords(app, row)
  for (const row of await listRenewals(app.db, [uid])) await eraseRenewalWords(app, row)
  for (const { order_id } of await listOrderRows(app.db, uid))
    await replaceOrderFacts(app.db, order_id, sealed(app, bindOrders.context('facts', { order_id })))
}
