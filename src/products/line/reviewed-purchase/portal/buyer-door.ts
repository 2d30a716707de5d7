import { html } from 'hono/html'
import type { App } from '../../../../platform/app.ts'
import { Failure } from '../../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../../platform/http/pages/document.ts'
import { inPersonsLanguage } from '../../../../platform/http/pages/readers-language.ts'
import { QUARTER_HOUR_SECONDS } from '../../../../platform/lib/clock.ts'
import { parseEmail } from '../../../../platform/lib/email-address.ts'
import { emailingForm } from '../../../../platform/signin/emailing-form.ts'
import { goTo, isProgressPoll } from '../../portal/live-progress.ts'
import {
  askedCookie,
  notAnAddress,
  readAsked,
  sendLater,
  unsentCookie,
  withoutUnsent,
  withUnsent,
} from '../../portal/sign-in.ts'
import { type BuyerCaller, readIntake } from '../intake/intake.ts'
import { readOldReviewLink, readReviewLink, reviewUrl } from '../intake/review-token.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import {
  askPage,
  type BuyerVisit,
  type Caller,
  codePage,
  deadPage,
  doorPage,
  otherAddressPage,
  pathIn,
  reviewPath,
} from './buyer-door-view.ts'
import {
  BUYER_LINK,
  endBuyerSession,
  enterWithCode,
  findProvenBuyer,
  isBuyersEmail,
  mayBeBuyer,
  requestBuyerCode,
} from './proven-buyer.ts'
import { say, sayHtml } from './say.ts'

const sentPage = (app: App, caller: Caller, email: string): Promise<Document> =>
  doorPage(app, caller, {
    title: say('Check your email'),
    body: html`<div class="leaf"><h1>${say('Check your email')}</h1>
<p class="lede">${sayHtml('If <b>{email}</b> is the email address on this application, we’ve sent it a new link. If it’s not there in a minute, check your spam folder.', { b: text => html`<strong>${text}</strong>`, email })}</p>
</div>`,
  })

const askForNewLink = (line: ReviewedLine): DocumentRow<App> => ({
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

const visiting =
  (line: ReviewedLine, respond: (app: App, visit: BuyerVisit) => Promise<Document>) =>
  async (app: App, request: DocumentRequest): Promise<Document> => {
    const uid = readReviewLink(app, request.params.token ?? '')
    const intake = uid === null ? null : await readIntake(app, uid)
    if (intake?.line !== line.name) return deadPage(app, { line, request })
    return inPersonsLanguage(request, intake.application.household.preferred_language, read =>
      respond(app, { line, request: read, intake }),
    )
  }

const common = { page: true, translated: true, contract: null } as const

type Asked = { email: string; sandboxCode?: string | null }

const askForCode = (line: ReviewedLine): DocumentRow<App> => ({
  ...common,
  method: 'POST',
  path: `${reviewPath(line)}/code`,
  ...emailingForm('buyer_code'),
  respond: visiting(line, async (app, visit) => {
    const { request } = visit
    const text = request.form.get('email') ?? ''
    const email = parseEmail(text)
    if (email === null) return askPage(app, visit, { status: 400, error: notAnAddress(), email: text })
    const answer = await requestBuyerCode(app, {
      uid: visit.intake.uid,
      email,
      language: request.language,
    })
    if (answer.sandbox && answer.code === null) return otherAddressPage(app, visit, email)
    const asked: Asked = { email, ...(answer.sandbox && { sandboxCode: answer.code }) }
    return redirect(`${pathIn(visit)}?code`, [askedCookie(app, visit.intake.uid, asked)])
  }),
})

const WRONG = {
  invalid_otp: 'This code is wrong or has expired. Check your latest email, or get a new code.',
  too_many_attempts: 'Too many wrong codes. Wait 10 minutes, then get a new code.',
} as const

const isWrong = (code: string): code is keyof typeof WRONG => Object.hasOwn(WRONG, code)

const enter = (line: ReviewedLine): DocumentRow<App> => ({
  ...common,
  method: 'POST',
  path: `${reviewPath(line)}/enter`,
  budget: { name: 'buyer_enter', points: 30, seconds: QUARTER_HOUR_SECONDS, by: 'address' },
  respond: visiting(line, async (app, visit) => {
    const { request } = visit
    const { form } = request
    const email = parseEmail(form.get('email') ?? '')
    if (email === null) return askPage(app, visit, { status: 400, error: notAnAddress() })
    const code = (form.get('code') ?? '').replaceAll(/\D/g, '')
    try {
      const { uid, sandbox } = visit.intake
      const cookie = await enterWithCode(app, { uid, sandbox, email, code, browser: request })
      return cookie === null ? askPage(app, visit) : redirect(pathIn(visit), [cookie])
    } catch (error) {
      if (!(error instanceof Failure) || !isWrong(error.code)) throw error
      return codePage(app, visit, { email, error: { name: 'code', message: say(WRONG[error.code]) } })
    }
  }),
})

const signOut = (line: ReviewedLine): DocumentRow<App> => ({
  ...common,
  method: 'POST',
  path: `${reviewPath(line)}/sign-out`,
  respond: async (app, request) =>
    redirect(pathIn({ line, request }), [...(await endBuyerSession(app, request)), withoutUnsent()]),
})

const back = (line: ReviewedLine, action: string): DocumentRow<App> => ({
  ...common,
  path: `${reviewPath(line)}/${action}`,
  respond: (_app, request) => redirect(`${pathIn({ line, request })}?code`),
})

export const buyerDoorPages = (line: ReviewedLine): readonly DocumentRow<App>[] => [
  back(line, 'code'),
  back(line, 'enter'),
  ...[askForCode, askForNewLink, enter, signOut].map(page => page(line)),
]

const PROVE_FIRST = 'Confirm that it’s you first. We didn’t save anything.'
const PROVE_AND_FIND =
  'Confirm that it’s you first. What you just sent isn’t saved yet. Confirm in this browser within 15 minutes, and what you typed is in the form again.'

const proofAsked = async (
  app: App,
  request: DocumentRequest,
  visit: BuyerVisit,
): Promise<Document | null> => {
  const { form, query } = request
  const asked = query.code === undefined ? null : readAsked<Asked>(app, request, visit.intake.uid)
  if (asked) return codePage(app, visit, asked)
  const isOfDoor = [...form.keys()].every(name => name === 'email' || name === 'code')
  if (!isOfDoor) return null
  const typed = form.get('email') ?? ''
  const email = parseEmail(typed)
  return email !== null && form.has('code')
    ? codePage(app, visit, { email })
    : askPage(app, visit, { email: typed })
}

const notSaved = async (app: App, request: DocumentRequest, visit: BuyerVisit): Promise<Document> => {
  const isRefused = await mayBeBuyer(app, request.cookies)
  const unsent = isRefused ? null : await unsentCookie(app, visit.intake.uid, request)
  const notice = unsent ? say(PROVE_AND_FIND) : say(PROVE_FIRST)
  const document = await askPage(app, visit, { status: 403, notice })
  return unsent ? { ...document, cookies: [unsent] } : document
}

/** Anyone else who holds the link gets the masked summary, and a form to prove the email address. */
export const asBuyerOf =
  (line: ReviewedLine) =>
  (
    app: App,
    asked: DocumentRequest,
    respond: (caller: BuyerCaller, request: DocumentRequest) => Promise<Document> | Document,
  ): Promise<Document> =>
    visiting(line, async (_, visit) => {
      const { request } = visit
      const caller = await findProvenBuyer(app, request, visit.intake)
      if (caller) return withUnsent(app, { uid: caller.uid, request }, known => respond(caller, known))
      if (isProgressPoll(request)) return goTo(pathIn(visit))
      return (await proofAsked(app, request, visit)) ?? notSaved(app, request, visit)
    })(app, asked)
