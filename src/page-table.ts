import { stopPages } from './agency/emails/stop-page.ts'
import { payPages } from './agency/payments/pay-page.ts'
import { receiptPage } from './agency/policies/receipt.ts'
import { resumePages } from './doors/consumer/resume-page.ts'
import { dashboardPages } from './doors/dashboard/pages.ts'
import { deskPages } from './doors/desk/pages.ts'
import { taskPages } from './doors/desk/tasks/task-pages.ts'
import { mailboxDocuments } from './doors/dev/mailbox.ts'
import { carrierContractDocument } from './doors/discovery/carrier-contract.ts'
import { clientTarball } from './doors/discovery/client-tarball.ts'
import { contractDocuments } from './doors/discovery/contract-documents.ts'
import { docsPage } from './doors/discovery/docs-page.ts'
import { errorsPages } from './doors/discovery/errors-page.ts'
import { agencyGuides, agencyPages } from './doors/discovery/guides/agency-guides.ts'
import { guidePages, guidesOf } from './doors/discovery/guides/guide-pages.ts'
import { healthDocuments, type ServicePhase } from './doors/discovery/health.ts'
import { landingPage } from './doors/discovery/landing-page.ts'
import { registryDocuments } from './doors/discovery/mcp-registry.ts'
import { consumerMap, operatorMap } from './doors/discovery/operation-map.ts'
import { protectedResources } from './doors/discovery/protected-resource.ts'
import { referencePages } from './doors/discovery/reference/reference-pages.ts'
import { legalPages } from './doors/discovery/site/legal-pages.ts'
import { siteFiles } from './doors/discovery/site/site-files.ts'
import { fieldsDocuments } from './doors/discovery/skills/fields-markdown.ts'
import { skillDocuments } from './doors/discovery/skills/skill-documents.ts'
import { wellKnown } from './doors/discovery/well-known.ts'
import { claimPages } from './doors/oauth/agent/claim-page.ts'
import { authMd } from './doors/oauth/auth-md.ts'
import { metadataDocuments } from './doors/oauth/metadata.ts'
import { interactionPages } from './doors/oauth/sign-in/consent-page.ts'
import { portalDocuments } from './doors/portal/language-page.ts'
import { verifyReceiptPage } from './doors/receipts/verify-page.ts'
import type { App } from './platform/app.ts'
import {
  type DocumentRow,
  forEveryone,
  markdownDocuments,
  unmetered,
} from './platform/http/pages/document.ts'
import { assetDocuments } from './platform/pages/brand-files.ts'
import { calculatorPages } from './products/calculators/pages/pages.ts'
import { allLines, customerName, deskLines, payerOf } from './products/lines.ts'
import { endpoints, mcpServers, rows } from './routes.ts'

export const documents = (
  { production }: { production: boolean },
  phase: () => ServicePhase,
): DocumentRow<App>[] => {
  const describe = () => ({ rows, documents: all, endpoints })
  const guides = guidesOf(mcpServers)
  const reference = referencePages({
    describe,
    table: { rows, endpoints },
    servers: mcpServers,
    guides: [...guides, ...agencyGuides],
  })
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
      ...agencyPages,
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
    ...wellKnown,
    verifyReceiptPage,
    ...reference.search,
    clientTarball,
    ...registryDocuments,
    ...calculatorPages,
    ...unmetered<App>(healthDocuments(phase)),
    ...resumePages,
    ...stopPages,
    ...payPages(payerOf),
    receiptPage(payerOf, customerName),
    ...dashboardPages,
    ...portalDocuments,
    ...unmetered<App>([...deskPages(deskLines), ...taskPages]),
    ...allLines.flatMap(line => line.documents),
    ...(production ? [] : mailboxDocuments),
  ]
  return [...all, ...markdownDocuments(all)]
}
