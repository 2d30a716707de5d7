import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { Failure, fail } from '../../errors.ts'
import { type Document, type DocumentRequest, type DocumentRow, redirect } from '../../http/pages/document.ts'
import { transact } from '../../http/transact.ts'
import { consentsOf } from '../../line/record/consent.ts'
import type { FieldError } from '../../pages/fields.ts'
import { tokenField } from '../../pages/form-token.ts'
import { umbrellaFieldNames, umbrellaFields } from '../../umbrella/application/fields.ts'
import { type BuyerCaller, readIntake } from '../../umbrella/intake/intake.ts'
import { sessionView } from '../../umbrella/operator/session-view.ts'
import {
  type BuyersReview,
  confirmReview,
  correctReview,
  findReview,
} from '../../umbrella/portal/buyers-review.ts'
import { questionErrors } from '../form/question-errors.ts'
import { labelOf } from '../form/question-field.ts'
import { portalPage } from '../frame/frame.ts'
import { goTo, isProgressPoll } from '../frame/live-progress.ts'
import { correctionsIn, linesFor } from './household-questions.ts'
import type { ReviewContext } from './review-context.ts'
import { screenFor } from './review-steps.ts'
import { groupsOf, questionsAt } from './review-view.ts'

const PATH = '/umbrella/review/{token}'
const product = { name: 'Umbrella insurance', href: '/' }

const CHANGED =
  'Your application has changed since you opened this page, perhaps by your agent or in another window. We didn’t save your changes. Please read the current version below.'
const TAKEN =
  'This email address is already used for another umbrella purchase, so we didn’t save it. Ask your agent about it.'

type Showing = {
  status?: number
  notice?: string | null
  errors?: readonly FieldError[]
  typed?: URLSearchParams
}
type Visit = { view: BuyersReview; request: DocumentRequest }

const pathIn = ({ params }: DocumentRequest): string =>
  `/umbrella/review/${encodeURIComponent(params.token ?? '')}`

const deadPage = (app: App, request: DocumentRequest): Promise<Document> =>
  portalPage(app, request, {
    title: 'This link doesn’t work',
    person: null,
    product,
    status: 410,
    body: html`<div class="leaf">
<h1>This link doesn’t work</h1>
<p class="lede">A review link works for seven days. This one has expired or is incomplete.</p>
<div class="card bound sheet">
<h2>Get a new one</h2>
<p>We’ve kept your application as you left it. Ask your agent for a new review link.</p>
</div>
</div>`,
  })

const contextOf = async (
  app: App,
  { view, request }: Visit,
  showing: Showing,
): Promise<ReviewContext | null> => {
  const { notice = null, errors = [], typed = request.form } = showing
  const intake = await readIntake(app, view.uid)
  return (
    intake && {
      view,
      session: await sessionView(app, intake),
      consents: await consentsOf(app, view.uid),
      path: pathIn(request),
      token: tokenField(request),
      typed,
      errors,
      notice,
    }
  )
}

const show = async (app: App, visit: Visit, showing: Showing = {}): Promise<Document> => {
  const { view, request } = visit
  const context = await contextOf(app, visit, showing)
  if (!context) return deadPage(app, request)
  const { title, body, live } = screenFor(context)
  return portalPage(app, request, {
    title,
    body,
    person: null,
    sandbox: view.sandbox,
    about: view,
    product,
    status: showing.status ?? 200,
    ...(live && { live }),
  })
}

/** The URL only names the fields. Labels and values come from the application. */
const savedNotice = ({ household }: BuyersReview, { query }: DocumentRequest): string | null => {
  const names = [query.saved ?? []].flat().join(',').split(',')
  const said = umbrellaFieldNames
    .filter(name => names.includes(name))
    .map(name => {
      const label = labelOf({ name, label: umbrellaFields[name].label })
      const value = household[name]
      const words = value === undefined ? 'No answer' : linesFor(name, umbrellaFields[name], value).join('; ')
      return `${label}${label.endsWith('?') ? '' : ':'} ${words}.`
    })
  if (said.length > 0) return `Saved. ${said.join(' ')}`
  return query.saved === undefined ? null : 'You didn’t change anything.'
}

const reviewPage: DocumentRow<App> = {
  path: PATH,
  page: true,
  contract: null,
  async respond(app, request) {
    const view = await findReview(app, request.params.token ?? '')
    if (!view) return deadPage(app, request)
    if (isProgressPoll(request) && view.status !== 'pending_quotes') return goTo(pathIn(request))
    return show(app, { view, request }, { notice: savedNotice(view, request) })
  },
}

type Outcome = { next: string } | { errors: FieldError[] }
type Send = (app: App, caller: BuyerCaller, context: ReviewContext) => Promise<Outcome>

const conflictWords = ({ details: { fields = [] } }: Failure): string =>
  fields.some(({ path }) => path === 'intake.email') ? TAKEN : CHANGED

const isAboutToken = ({ details: { fields = [] } }: Failure): boolean =>
  fields.some(({ path }) => path === 'review_token')

const allQuestions = (context: ReviewContext) =>
  groupsOf(context).flatMap(({ questions }) =>
    questions.flatMap(question => [question, ...(question.rows?.flat() ?? [])]),
  )

const refused = async (app: App, visit: Visit, context: ReviewContext, error: unknown): Promise<Document> => {
  if (!(error instanceof Failure) || (error.status !== 400 && error.status !== 409)) throw error
  if (error.status === 400 && !isAboutToken(error)) {
    const errors = questionErrors(allQuestions(context), error.details.fields ?? [])
    return show(app, visit, { status: 400, errors })
  }
  const view = (await findReview(app, visit.request.params.token ?? '')) ?? visit.view
  return show(
    app,
    { ...visit, view },
    { status: 409, notice: conflictWords(error), typed: new URLSearchParams() },
  )
}

const formRow = (action: string, send: Send): DocumentRow<App> => ({
  method: 'POST',
  path: `${PATH}/${action}`,
  page: true,
  contract: null,
  // A response can reveal that an email address is in use, so this limits how many someone can try.
  budget: { name: 'umbrella_review', points: 60, seconds: 900, by: 'address' },
  async respond(app, request) {
    const { address, userAgent } = request
    const view = await findReview(app, request.params.token ?? '')
    const context = view && (await contextOf(app, { view, request }, {}))
    if (!context) return deadPage(app, request)
    const { uid } = context.view
    const caller: BuyerCaller = { kind: 'buyer', uid, address, userAgent, scope: uid, credentialId: null }
    const visit = { view: context.view, request }
    try {
      const outcome = await transact(app, inside => send(inside, caller, context))
      return 'next' in outcome
        ? redirect(outcome.next)
        : await show(app, visit, { status: 400, errors: outcome.errors })
    } catch (error) {
      return refused(app, visit, context, error)
    }
  },
})

const tokenIn = ({ typed }: ReviewContext): string => typed.get('review_token') ?? ''

const correct = formRow('correct', async (app, caller, context) => {
  // A form for an older version would undo later changes.
  if (tokenIn(context) !== context.view.review_token) fail('stale_token')
  const questions = questionsAt(context, context.typed.get('group') ?? '')
  const { intake, changed, errors } = correctionsIn(context.typed, questions, context.view.household)
  if (errors.length > 0) return { errors }
  if (changed.length > 0) await correctReview(app, caller, { review_token: tokenIn(context), intake })
  return { next: `${context.path}?saved=${changed.join(',')}` }
})

const confirm = formRow('confirm', async (app, caller, context) => {
  await confirmReview(app, caller, { review_token: tokenIn(context) })
  return { next: context.path }
})

/** Anyone with the signed link can read, correct and confirm the application. */
export const umbrellaReviewPages: readonly DocumentRow<App>[] = [reviewPage, correct, confirm]
