import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, type FieldProblem, fail } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { language } from '../../../platform/language/language.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { HomeownerCaller } from '../../../products/homeowners/intake/caller.ts'
import { withoutSignature } from '../form/agreement.ts'
import { correctableQuestions } from '../form/given-answers.ts'
import { isForOtherHomes, withoutHomes } from '../form/homes-field.ts'
import { questionErrors } from '../form/question-errors.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'
import { say, sayKnown } from '../words/say.ts'
import { currentStep, isPageOpen } from './milestones.ts'
import { type Portal, readPortal } from './read-portal.ts'
import { renderStep, type StepVisit } from './render-step.ts'

type FormOutcome = { next: string } | { errors: FieldError[] } | { again: string; errors: FieldError[] }

type Sender = Portal & { caller: HomeownerCaller }

type StepForm = {
  path: string
  here: string
  send(app: App, sender: Sender, form: URLSearchParams): Promise<FormOutcome>
  errorsOf?(problems: readonly FieldProblem[], visit: StepVisit): FieldError[]
}

const CHANGED = 'Your application has changed since you opened this page. Here is the current version.'

/** Messages are also written for the API. One without Spanish is replaced by a sentence that fits every conflict. */
const conflictWords = ({ details: { message = CHANGED } }: Failure): string => {
  const words = sayKnown(message)
  return language() === 'es' && words === message ? say(CHANGED) : words
}

const answerErrors = (problems: readonly FieldProblem[], { view, application }: StepVisit): FieldError[] =>
  questionErrors([...view.questions, ...correctableQuestions(view, application)], problems)

const correct = (
  app: App,
  visit: StepVisit,
  here: string,
  errors: readonly FieldError[],
): Promise<Document> =>
  renderStep(app, visit, { status: 400, errors, ...(isPageOpen(currentStep(visit.view), here) && { here }) })

const showAnew = async (app: App, caller: HomeownerCaller, request: DocumentRequest, failure: Failure) => {
  const portal = await readPortal(app, caller)
  const signed = withoutSignature(request.form)
  const form = isForOtherHomes(signed, portal.application) ? withoutHomes(signed) : signed
  const notice = conflictWords(failure)
  return renderStep(app, { ...portal, request: { ...request, form } }, { status: 409, notice })
}

const refusalErrors = (
  failure: Failure,
  errorsOf: (problems: readonly FieldProblem[]) => readonly FieldError[],
): readonly FieldError[] => {
  const { fields = [] } = failure.details
  return fields.length > 0 ? errorsOf(fields) : [{ name: null, message: conflictWords(failure) }]
}

export const stepForm = ({ path, here, send, errorsOf = answerErrors }: StepForm): DocumentRow<App> =>
  homeownerPage({
    method: 'POST',
    path,
    async respond(app, caller, request) {
      const portal = await readPortal(app, caller)
      const visit = { ...portal, request }
      try {
        if (isForOtherHomes(request.form, portal.application)) fail('conflict')
        const outcome = await transact(app, inside => send(inside, { caller, ...portal }, request.form))
        if ('next' in outcome) return redirect(outcome.next)
        if (!('again' in outcome)) return correct(app, visit, here, outcome.errors)
        const { again: notice, errors } = outcome
        return renderStep(app, { ...(await readPortal(app, caller)), request }, { notice, errors })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.status === 409) return showAnew(app, caller, request, error)
        if (error.status !== 400) throw error
        return correct(
          app,
          visit,
          here,
          refusalErrors(error, fields => errorsOf(fields, visit)),
        )
      }
    },
  })
