import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { readAtOnce, transact } from '../../../platform/db/transact.ts'
import { Failure, type FieldProblem } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import type { Language } from '../../../platform/language/language.ts'
import { type FieldError, titleToCorrect } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { firstNameOf } from '../../../platform/values/personal-text.ts'
import type { GivenConsent } from '../record/consent.ts'
import { onWebsite, withdrawDelivery } from '../record/delivery.ts'
import { type AskedQuestion, answerAsPerson } from '../tasks/tasks.ts'
import { carrierQuestionsView, errorsBeside, readCarrierAnswer } from './carrier-questions.ts'
import { type About, type Milestone, milestoneList, type PortalPage, portalPage, queryText } from './frame.ts'
import { goTo, isProgressPoll, nothingNew, stageOf } from './live-progress.ts'
import { say } from './say.ts'
import type { Screen } from './screen.ts'
import { withoutSignature } from './signing.ts'

export const pathWithNotice = (path: string, name: string): string => `${path}?note=${name}`

/** A purchase as it was read once, for one request. */
export type Facts = {
  view: About & {
    sandbox: boolean
    full_name: string | null
    carrierQuestions: readonly AskedQuestion[]
  }
  consents: readonly GivenConsent[]
  isOnPaper: boolean
}

export type Drawing = {
  request: DocumentRequest
  /** Under it are all pages and forms of the purchase. */
  path: string
  /** The page of the current step. */
  nextPath: string
  /** What the page waits for and how much of it is there, if somebody else has the next step. */
  mark: string | null
  /** The page to draw, where more than that of the current step are open. */
  here?: string
  language: Language
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
  notice: string | null
  agency: App['config']['agency']
}

type Shown = Partial<Pick<Drawing, 'here' | 'typed' | 'errors' | 'notice'>> & { status?: number }

/** `again`: something was saved, so the page is drawn as it is now. */
type Outcome = { next: string } | { errors: readonly FieldError[]; again?: string | null; status?: number }

type Row = Pick<DocumentRow<App>, 'method' | 'budget' | 'upload' | 'emails'> & { path: string }

/** A form of a step: what is sent is checked, and done in one transaction. */
export type Form<C, X, P = unknown> = Omit<Row, 'method'> & {
  /** The page to draw with its errors. */
  here?: string
  /** Runs before the transaction. */
  prepare?(app: App, caller: C, context: X): Promise<P>
  send(app: App, caller: C, context: X, prepared: P): Promise<Outcome>
  errorsOf?(problems: readonly FieldProblem[], context: X): readonly FieldError[]
}

export type Caller = { kind: string; language: Language }

type Recorded = { uid: string; status: string }

type Enter<C> = (caller: C, request: DocumentRequest) => Promise<Document> | Document

export type Line<C, F, I> = {
  path: string
  product?: NonNullable<PortalPage['product']>
  /** For each form. */
  budget?: NonNullable<Row['budget']>
  /** Anyone else gets a page that says how to get in. */
  enter(app: App, request: DocumentRequest, respond: Enter<C>): Promise<Document> | Document
  read(app: App, caller: C): Promise<F>
  lock(app: App, caller: C): Promise<I>
  note(
    app: App,
    intake: I,
    changes: object,
    why: { actor: string; event: string; facts: Record<string, unknown> },
  ): unknown
  mail(intake: I): string | null
  /** Under `path`. */
  policyPath: string
  nextPath(facts: F, path: string): string
  mark(facts: F): string | null
  screen(context: F & Drawing): Screen
  milestones(context: F & Drawing): { shown: readonly Milestone[]; current: number } | null
  notices: Readonly<Record<string, (facts: F) => string>>
  /** Throws if the form was drawn for another version. */
  check?(context: F & Drawing): void
  /** What stays in the form that is drawn for this version instead. */
  kept?(typed: URLSearchParams, facts: F): URLSearchParams
  isStale?(failure: Failure): boolean
  /** The line's own words for a refusal. */
  refusal(failure: Failure): string | null
  errorsOf(problems: readonly FieldProblem[], context: F & Drawing): readonly FieldError[]
  forms: readonly Form<C, F & Drawing>[]
}

const CHANGED =
  'Your application has changed since you opened this page. Nothing was saved. This is the current version.'

const requestSent = () =>
  say(
    'We have your request. Your policy stays as it is until the insurance company has agreed. We’ll email you its answer.',
  )

/** The pages and forms of one purchase. A line says what they show and do. */
export const portalFlow = <C extends Caller, F extends Facts, I extends Recorded>(line: Line<C, F, I>) => {
  type Context = F & Drawing

  const pathIn = ({ params }: DocumentRequest): string =>
    line.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))

  const read = (app: App, caller: C): Promise<F> => readAtOnce(app, inside => line.read(inside, caller))

  const contextOf = (app: App, request: DocumentRequest, facts: F): Context => ({
    ...facts,
    request,
    path: pathIn(request),
    nextPath: line.nextPath(facts, pathIn(request)),
    mark: line.mark(facts),
    language: request.language,
    token: tokenField(request),
    typed: request.form,
    errors: [],
    notice: null,
    agency: app.config.agency,
  })

  const frame = (
    app: App,
    { view, path, request, errors }: Context,
    { title, ...screen }: Screen & { status?: number },
  ): Promise<Document> =>
    portalPage(app, request, {
      ...screen,
      title: titleToCorrect(title, errors),
      person: {
        firstName: firstNameOf(view.full_name),
        sandbox: view.sandbox,
        signOutPath: `${path}/sign-out`,
      },
      about: view,
      ...(line.product && { product: line.product }),
    })

  const draw = (app: App, context: Context, { status = 200, ...shown }: Shown = {}): Promise<Document> => {
    const drawn = { ...context, ...shown }
    const { errors, path, view } = drawn
    const screen = line.screen({ ...drawn, errors: errorsBeside(errors) })
    const milestones = line.milestones(drawn)
    const asking = { ...drawn, questions: view.carrierQuestions, action: `${path}/question` }
    return frame(app, drawn, {
      ...screen,
      status,
      body: html`${milestones ? milestoneList(milestones.shown, milestones.current) : ''}
${carrierQuestionsView(asking, screen.body)}
${screen.body}`,
    })
  }

  /** A row of the portal for a person who was let in. */
  const door = (
    row: Row,
    respond: (app: App, caller: C, request: DocumentRequest) => Promise<Document> | Document,
  ): DocumentRow<App> => ({
    ...row,
    path: `${line.path}${row.path}`,
    page: true,
    translated: true,
    contract: null,
    respond: (app, request) =>
      line.enter(app, request, (caller, known) => respond(app, caller, known)) as Promise<Document>,
  })

  const page = (
    row: Row,
    respond: (app: App, caller: C, context: Context) => Promise<Document> | Document,
  ): DocumentRow<App> =>
    door(row, async (app, caller, request) =>
      respond(app, caller, contextOf(app, request, await read(app, caller))),
    )

  const notices: Line<C, F, I>['notices'] = {
    answered: () => say('Thank you. We have your answer, and we’ll pass it on to the insurance company.'),
    request: requestSent,
    policy_request_sent: requestSent,
    on_paper: () => say('From now on, we’ll send your documents by postal mail.'),
    ...line.notices,
  }

  /** The URL only names the notice, so a link cannot put its own text on the page. */
  const noticeIn = (context: Context): string | null => {
    const name = queryText(context.request, 'note')
    return Object.hasOwn(notices, name) ? (notices[name]?.(context) ?? null) : null
  }

  const progress = ({ request, nextPath, mark }: Context): Document | null => {
    if (!isProgressPoll(request)) return null
    const seen = queryText(request, 'poll')
    if (seen === mark) return nothingNew
    return mark !== null && stageOf(seen) === stageOf(mark) ? null : goTo(nextPath)
  }

  const wordsFor = (failure: Failure): string => line.refusal(failure) ?? say(CHANGED)

  const refused = async (
    app: App,
    {
      caller,
      context,
      form,
    }: { caller: C; context: Context; form: Pick<Form<C, Context, never>, 'here' | 'errorsOf'> },
    error: unknown,
  ): Promise<Document> => {
    if (!(error instanceof Failure)) throw error
    if (error.status === 409 || line.isStale?.(error)) {
      const { request } = context
      const facts = await read(app, caller)
      const signed = withoutSignature(request.form)
      const typed = line.kept?.(signed, facts) ?? signed
      return draw(app, contextOf(app, request, facts), { typed, status: 409, notice: wordsFor(error) })
    }
    if (error.status !== 400) throw error
    const { fields = [] } = error.details
    const { here, errorsOf = line.errorsOf } = form
    const errors = fields.length > 0 ? errorsOf(fields, context) : [{ name: null, message: wordsFor(error) }]
    return draw(app, context, { ...(here && { here }), errors, status: 400 })
  }

  const form = ({ here, prepare, send, errorsOf, ...row }: Form<C, Context>): DocumentRow<App> =>
    page(
      { ...(line.budget && { budget: line.budget }), ...row, method: 'POST' },
      async (app, caller, context) => {
        try {
          line.check?.(context)
          const prepared = await prepare?.(app, caller, context)
          const outcome = await transact(app, inside => send(inside, caller, context, prepared))
          if ('next' in outcome) return redirect(outcome.next)
          const { errors, again, status } = outcome
          if (again === undefined)
            return await draw(app, context, { ...(here && { here }), errors, status: status ?? 400 })
          const facts = await read(app, caller)
          return await draw(app, contextOf(app, context.request, facts), {
            errors,
            notice: again,
            ...(status !== undefined && { status }),
          })
        } catch (error) {
          return refused(
            app,
            { caller, context, form: { ...(here && { here }), ...(errorsOf && { errorsOf }) } },
            error,
          )
        }
      },
    )

  const question: Form<C, Context> = {
    path: '/question',
    async send(app, caller, { typed, path }) {
      const answer = readCarrierAnswer(typed)
      if ('errors' in answer) return answer
      const intake = await line.lock(app, caller)
      const { kind: actor } = caller
      await answerAsPerson(app, intake, { actor, ...answer })
      const facts = { task_id: answer.task_id }
      await line.note(app, intake, {}, { actor, event: 'carrier_question_answered', facts })
      return { next: pathWithNotice(path, 'answered') }
    },
  }

  const paper: Form<C, Context> = {
    path: '/paper',
    async send(app, caller, { view, path }) {
      const intake = await line.lock(app, caller)
      await withdrawDelivery(app, intake.uid, {
        ...onWebsite(app, view.places[0]?.state),
        by: caller.kind,
        mail: line.mail(intake),
      })
      return { next: pathWithNotice(`${path}${line.policyPath}`, 'on_paper') }
    },
  }

  return {
    door,
    page,
    form,
    frame,
    draw,
    noticeIn,
    progress,
    forms: [question, paper, ...line.forms].map(form),
  }
}

export type Flow<C extends Caller, F extends Facts> = ReturnType<typeof portalFlow<C, F, Recorded>>
