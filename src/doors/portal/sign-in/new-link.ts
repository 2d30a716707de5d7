import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { ATTEMPTS_FOR_A_DAY } from '../../../platform/jobs/attempts.ts'
import { sealPayload } from '../../../platform/jobs/sealed-payload.ts'
import { addJob } from '../../../platform/jobs/store.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { emailingForm } from '../../../platform/signin/emailing-form.ts'
import { readIntake } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { readOldReviewLink, reviewUrl } from '../../../products/line/reviewed-purchase/intake/review-token.ts'
import { portalPage } from '../frame/frame.ts'
import { say, sayHtml } from '../words/say.ts'
import { deadPage, REVIEW_PATH, umbrellaProduct } from './buyer-door-view.ts'
import { notAnAddress } from './email-field.ts'
import { BUYER_LINK } from './new-link-job.ts'
import { isBuyersEmail } from './proven-buyer.ts'

const sentPage = (app: App, request: DocumentRequest, email: string): Promise<Document> =>
  portalPage(app, request, {
    title: say('Check your email'),
    person: null,
    product: umbrellaProduct,
    body: html`<div class="leaf"><h1>${say('Check your email')}</h1>
<p class="lede">${sayHtml('If <b>{email}</b> is the email address on this application, we’ve sent it a new link. If it’s not there in a minute, check your spam folder.', { b: text => html`<strong>${text}</strong>`, email })}</p>
</div>`,
  })

export const askForNewLink: DocumentRow<App> = {
  method: 'POST',
  path: `${REVIEW_PATH}/link`,
  page: true,
  translated: true,
  contract: null,
  ...emailingForm('buyer_link'),
  async respond(app, request) {
    const email = parseEmail(request.form.get('email') ?? '')
    if (email === null) return deadPage(app, request, notAnAddress())
    const uid = readOldReviewLink(app, request.params.token ?? '')
    if (uid === null) return deadPage(app, request)
    const intake = await readIntake(app, uid)
    if (intake?.sandbox && isBuyersEmail(app, intake, email))
      return redirect(new URL(reviewUrl(app, uid)).pathname)
    const asked = { uid, email, language: request.language }
    await addJob(app.db, BUYER_LINK, sealPayload(app.sealer, BUYER_LINK, asked), ATTEMPTS_FOR_A_DAY)
    return sentPage(app, request, email)
  },
}
