import type { App } from './app.ts'
import { calculatorPages } from './calculators/pages/pages.ts'
import { resumePages } from './consumer/resume-page.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { deskPages } from './desk/pages.ts'
import { taskPages } from './desk/tasks/task-pages.ts'
import { mailboxDocuments } from './dev/mailbox.ts'
import { carrierContractDocument } from './discovery/carrier-contract.ts'
import { clientTarball } from './discovery/client-tarball.ts'
import { contractDocuments } from './discovery/contract-documents.ts'
import { docsPage } from './discovery/docs-page.ts'
import { errorsPages } from './discovery/errors-page.ts'
import { guidePages, guidesOf } from './discovery/guides/guide-pages.ts'
import { healthDocuments, type ServicePhase } from './discovery/health.ts'
import { landingPage } from './discovery/landing-page.ts'
import { registryDocuments } from './discovery/mcp-registry.ts'
import { consumerMap, operatorMap } from './discovery/operation-map.ts'
import { protectedResources } from './discovery/protected-resource.ts'
import { referencePages } from './discovery/reference/reference-pages.ts'
import { legalPages } from './discovery/site/legal-pages.ts'
import { siteFiles } from './discovery/site/site-files.ts'
import { fieldsDocuments } from './discovery/skills/fields-markdown.ts'
import { skillDocuments } from './discovery/skills/skill-documents.ts'
import { type DocumentRow, forEveryone, unmetered } from './http/pages/document.ts'
import { customerName, deskLines, payerOf } from './lines.ts'
import { claimPages } from './oauth/agent/claim-page.ts'
import { authMd } from './oauth/auth-md.ts'
import { metadataDocuments } from './oauth/metadata.ts'
import { interactionPages } from './oauth/sign-in/consent-page.ts'
import { assetDocuments } from './pages/asset-documents.ts'
import { payPages } from './payments/pay-page.ts'
import { receiptPage } from './policies/receipt.ts'
import { keepTyped, withPagesAbove } from './portal/language-page.ts'
import { portalPages } from './portal/pages.ts'
import { umbrellaBuyerPages } from './portal/umbrella/buyer-forms.ts'
import { endpoints, mcpServers, rows } from './routes.ts'
import { policyDocument } from './umbrella/buying/policy-links.ts'

export const documents = (
  { production }: { production: boolean },
  phase: () => ServicePhase,
): DocumentRow<App>[] => {
  const describe = () => ({ rows, documents: all, endpoints })
  const guides = guidesOf(mcpServers)
  const reference = referencePages({ describe, table: { rows, endpoints }, servers: mcpServers, guides })
  const all: DocumentRow<App>[] = [
    ...protectedResources,
    ...metadataDocuments,
    ...interactionPages,
    ...claimPages,
    ...forEveryone<App>([
      authMd,
      ...contractDocuments(describe),
      carrierContractDocument,
      docsPage(describe, guides),
      ...guidePages(guides),
      ...reference.pages,
      operatorMap(describe),
      consumerMap(describe),
      ...skillDocuments,
      ...fieldsDocuments,
      ...errorsPages,
      ...assetDocuments,
    ]),
    landingPage(describe, guides),
    ...legalPages,
    ...siteFiles(() => all),
    reference.search,
    clientTarball,
    ...registryDocuments,
    ...calculatorPages,
    ...unmetered<App>(healthDocuments(phase)),
    ...resumePages,
    ...payPages(payerOf),
    receiptPage(payerOf, customerName),
    ...dashboardPages,
    ...withPagesAbove([...portalPages, ...keepTyped(umbrellaBuyerPages)]),
    ...unmetered<App>([...deskPages(deskLines), ...taskPages]),
    policyDocument,
    ...(production ? [] : mailboxDocuments),
  ]
  return all
}
