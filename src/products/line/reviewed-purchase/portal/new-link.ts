import { html } from 'hono/html'
import type { App } from '../../../../platform/app.ts'
import { type Document, type DocumentRow, redirect } from '../../../../platform/http/pages/document.ts'
import { parseEmail } from '../../../../platform/lib/email-address.ts'
import { emailingForm } from '../../../../platform/signin/emailing-form.ts'
import { sendLater } from '../../portal/emailed-job.ts'
import { notAnAddress } from '../../portal/sign-in.ts'
import { readIntake } from '../intake/intake.ts'
import { readOldReviewLink, reviewUrl } from '../intake/review-token.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import { type Caller, deadPage, doorPage, reviewPath } from './buyer-door-view.ts'
import { BUYER_LINK } from './buyer-jobs.ts'
import { isBuyersEmail } from './proven-buyer.ts'
import { say, sayHtml } from './say.ts'

const sentPage = (app: App, caller: Caller, email: string): Promise<Document> =>
  doorPage(app, caller, {
    title: say('Check your email'),
    body: html`<div class="leaf"><h1>${say('Check your email')}</h1>
<p class="lede">${sayHtml('If <b>{email}</b> is the email address on this application, we’ve sent it a new link. If it’s not there in a minute, check your spam folder.', { b: text => html`<strong>${text}</strong>`, email })}</p>
</div>`,
  })

export const askForNewLink = (line: ReviewedLine): DocumentRow<App> => ({
  method: 'POST',
  path: `${reviewPath(line)}/link`,
  page: true,
  translated: true,
  contract: null,
  ...emailingForm('buyer_link'),
  async respond(app, request) {
    const caller = { line, request }
    const email = parseEmail(request.form.get('email') ?? '')
    if (email === null) return deadPage(app, caller, notAnAddress())
    const uid = readOldReviewLink(app, request.params.token ?? '')
    if (uid === null) return deadPage(app, caller)
    const intake = await readIntake(app, uid)
    if (intake?.sandbox && isBuyersEmail(app, intake, email))
      return redirect(new URL(reviewUrl(app, uid)).pathname)
    await sendLater(app, BUYER_LINK, { uid, email, language: request.language })
    return sentPage(app, caller, email)
  },
})
