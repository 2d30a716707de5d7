import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { recipientMac } from '../../../src/agency/emails/rules/limits.ts'
import { payPages } from '../../../src/agency/payments/pay-page.ts'
import { deskPages } from '../../../src/doors/desk/pages.ts'
import { addJob } from '../../../src/platform/jobs/store.ts'
import { assetDocuments } from '../../../src/platform/pages/brand-files.ts'
import { payerOf } from '../../../src/products/lines.ts'
import { umbrella } from '../../../src/products/umbrella/line.ts'
import { launchBrowser } from '../browser/browser.ts'
import { inspectAtAnySize } from '../browser/inspect.ts'
import { goOnAs, sharedTab } from '../browser/tab.ts'
import { query } from '../database/database.ts'
import { sealAsService } from '../database/seals.ts'
import { startServer, type TestServer } from '../servers/server.ts'
import { startTestService, type TestService } from '../servers/service.ts'
import { aDoubtfulDocument, anInvoice, rememberingLine, STAFF, signIn } from './desk.ts'
import { anIntake } from './homeowner-intakes.ts'

/** The desk and the invoice of a file. Nothing there needs JavaScript, so staff and buyers have none. */
export const deskInBrowser = () => {
  let browser: Browser
  let service: TestService
  let site: TestServer
  const line = rememberingLine()
  beforeAll(async () => {
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      startTestService({
        env: {
          STAFF_EMAILS: STAFF,
          RATE_LIMITS: 'off',
          OPERATOR_APPROVAL: 'desk',
          AGENCY_NAME: 'Maple Street Agency',
          PAYMENT_INSTRUCTIONS:
            'Send a check to 12 Maple Street, Springfield IL 62704.\\nOr ask for our bank details.',
        },
      }),
    ])
    site = await startServer(service, {
      documents: [
        ...deskPages({ homeowners: line.handlers, umbrella: umbrella.desk }),
        ...payPages(payerOf),
        ...assetDocuments,
      ],
    })
  })
  afterAll(async () => {
    await browser.close()
    await site.stop()
    await service.stop()
  })

  const aTab = sharedTab(() => browser, { javaScriptEnabled: false })
  const inspector = sharedTab(() => browser)

  return {
    line,
    service: () => service,
    url: () => site.url,
    async open(path: string): Promise<Page> {
      const { page } = await aTab()
      await page.goto(site.url + path)
      return page
    },
    /** As on the page, which the walk passes. */
    async signedIn(path = '/desk'): Promise<Page> {
      const { page, context } = await aTab()
      await goOnAs(await signIn(service, site.url), context)
      await page.goto(site.url + path)
      return page
    },
    /** axe runs as a script, in a browser that lets it; the page is the same. It signs in with the cookies of each page. */
    async inspectWithScripts(page: Page, name: string): Promise<void> {
      const { page: seen, context, complaints } = await inspector()
      await context.addCookies(await page.context().cookies())
      const { pathname, search } = new URL(page.url())
      await seen.goto(site.url + pathname + search)
      await seen.evaluate('for (const summary of document.querySelectorAll("summary")) summary.click()')
      await inspectAtAnySize(seen, name)
      expect.soft(complaints).toEqual([])
    },
    /** A document, an invoice, a question, a job and an email that wait for staff. */
    async giveWork(): Promise<{ id: string; uid: string }> {
      const { id, uid: sender } = await aDoubtfulDocument(service)
      await anInvoice(service)
      const { uid } = await anIntake(service, { owner: 'opr_test' })
      line.waiting.set(uid, 'Which of the cars is garaged at the lake house?')
      await addJob(service.app.db, 'no_such_task', { intake_uid: uid }, 1)
      await query(
        service.databaseUrl,
        `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'intake_uid' = $1`,
        [uid],
      )
      const to = 'somebody-with-a-rather-long-address@example.com'
      const mail = { to, subject: 'Your offers are ready', paragraphs: ['Hello'], reason: 'x' }
      await queueEmail(service.app, mail, { purpose: 'offers_ready' })
      await query(
        service.databaseUrl,
        `update emails set status = 'dead', last_error = 'EENVELOPE 550' where recipient_mac = $1`,
        [recipientMac(service.app, to)],
      )
      await sealAsService(service.databaseUrl, 'emails')
      return { id, uid: sender }
    },
  }
}
