import type { Upload } from '../../../agency/documents/documents.ts'
import type { GivenFile } from '../../../agency/documents/upload.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import type { UploadedFiles } from '../../../platform/http/pages/uploads.ts'
import { language } from '../../../platform/language/language.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import type { Json } from '../../../products/line/fields/merge.ts'
import { asRead } from '../../../products/line/record/consent.ts'
import { creditCheck } from '../../../products/umbrella/application/consent-words.ts'
import { requiredToBind } from '../../../products/umbrella/application/required.ts'
import type { BuyerCaller, UmbrellaIntakeRecord } from '../../../products/umbrella/intake/intake.ts'
import {
  answerAsBuyer,
  attachAsBuyer,
  chooseAsBuyer,
  endAsBuyer,
  readBuyersUploads,
} from '../../../products/umbrella/portal/buyers-purchase.ts'
import { correctionProblems } from '../../../products/umbrella/portal/buyers-review.ts'
import { answerRequired, firstOfEach, questionErrors } from '../form/question-errors.ts'
import { forProvenBuyer } from '../sign-in/buyer-door.ts'
import { mayBeBuyer } from '../sign-in/proven-buyer.ts'
import { say } from '../words/say.ts'
import { bindQuestions } from './consent-view.ts'
import { ASKED, infoQuestions, typesToSend, uploadLabel } from './documents-view.ts'
import {
  answersIn,
  type HouseholdQuestion,
  householdCorrections,
  unansweredIn,
  withRows,
} from './household-questions.ts'
import { umbrellaPolicyRequestPages } from './policy-request-pages.ts'
import type { ReviewContext } from './review-context.ts'
import { umbrellaReviewForms } from './review-forms.ts'
import { contextOf, door, formRow, refusedForm, show, umbrellaReviewPages } from './review-page.ts'
import { signForm } from './sign-form.ts'

const tokenIn = ({ typed }: ReviewContext): string => typed.get('selection_token') ?? ''

const choose = formRow('choose', async (app, caller, context) => {
  await chooseAsBuyer(app, caller, { selection_token: tokenIn(context), consent: null, sent: {} })
  return { next: context.path }
})

const requiredOf = ({ view: { household } }: ReviewContext, questions: readonly HouseholdQuestion[]) =>
  questions.filter(({ field }) => requiredToBind(household).includes(field))

const unanswered = (): FieldError => ({
  name: 'answer',
  message: say('Soft credit check: choose Yes or No.'),
  inPlace: say('Choose Yes or No.'),
})

const valueErrors = (
  app: App,
  { view: { household } }: ReviewContext,
  sent: Json,
  questions: readonly HouseholdQuestion[],
): FieldError[] => questionErrors(withRows(questions), correctionProblems(app, household, sent))

const soundIn = (app: App, context: ReviewContext): Json => {
  const { typed, view } = context
  const questions = bindQuestions(context)
  const { intake: sent } = householdCorrections(typed, questions, view.household)
  const wrong = valueErrors(app, context, sent, questions).map(({ name }) => name)
  const isSound = ({ name, rows }: HouseholdQuestion): boolean =>
    [name, ...(rows?.flat() ?? []).map(one => one.name)].every(one => !wrong.includes(one))
  const sound = householdCorrections(typed, questions.filter(isSound), view.household).intake
  return wrong.includes(null) || valueErrors(app, context, sound, questions).length > 0 ? {} : sound
}

/** A No needs no complete application. A Yes counts only for a complete one, so it waits for the answers. */
const consent = formRow('consent', async (app, caller, context) => {
  const { typed, view, path } = context
  const selection_token = tokenIn(context)
  if (typed.get('answer') === 'No') {
    await chooseAsBuyer(app, caller, { selection_token, consent: 'No', sent: soundIn(app, context) })
    return { next: path }
  }
  if (typed.get('version') !== asRead(creditCheck, caller.language).version) fail('stale_token')
  const questions = bindQuestions(context)
  const { intake: sent } = householdCorrections(typed, questions, view.household)
  const errors = [
    ...requiredOf(context, questions).flatMap(question => unansweredIn(typed, question).map(answerRequired)),
    ...valueErrors(app, context, sent, questions),
    ...(typed.get('answer') === 'Yes' ? [] : [unanswered()]),
  ]
  if (errors.length > 0) return { errors: firstOfEach(errors) }
  await chooseAsBuyer(app, caller, { selection_token, consent: 'Yes', sent })
  return { next: path }
})

const answer = formRow('answer', async (app, caller, context) => {
  const { typed, path, purchase } = context
  if ((typed.get(ASKED) ?? purchase.asked.token) !== purchase.asked.token) fail('stale_token')
  const questions = infoQuestions(context)
  const words = purchase.asked.inWords.map(name => [name, typed.get(name)?.trim() ?? ''] as const)
  const sent = answersIn(typed, questions)
  const errors = [
    ...questions.flatMap(question => unansweredIn(typed, question).map(answerRequired)),
    ...valueErrors(app, context, sent, questions),
    ...words
      .filter(([, text]) => text === '')
      .map(([name]) => ({
        name,
        message: say('Your answer: enter an answer.'),
        inPlace: say('Enter an answer.'),
      })),
  ]
  if (errors.length > 0) return { errors: firstOfEach(errors) }
  await answerAsBuyer(app, caller, { ...sent, ...Object.fromEntries(words) })
  return { next: path }
})

const end = formRow('end', async (app, caller, { path }) => {
  await endAsBuyer(app, caller)
  return { next: path }
})

const noFile = (): FieldError => ({ name: null, message: say('Choose at least one file to send.') })
const MOST_UPLOAD_BYTES = 26 * 2 ** 20

const filesOf = (context: ReviewContext, files: UploadedFiles): GivenFile[][] =>
  typesToSend(context)
    .map(type =>
      (files.get(type) ?? []).map(({ filename, bytes }) => ({
        path: `${type}.`,
        type,
        filename,
        content: bytes.toString('base64'),
      })),
    )
    .filter(group => group.length > 0)

type Read = { uploads: Upload[]; errors: FieldError[]; status: number }

/** A new upload replaces all files of its policy, so a bad page holds back only its own policy. */
const readEach = async (
  app: App,
  caller: BuyerCaller,
  { intake, groups }: { intake: UmbrellaIntakeRecord; groups: readonly GivenFile[][] },
): Promise<Read> => {
  const read: Read = { uploads: [], errors: [], status: 400 }
  for (const files of groups) {
    try {
      read.uploads.push(...(await readBuyersUploads(app, caller, { intake, files })))
    } catch (error) {
      if (!isAboutFile(error)) throw error
      read.errors.push(...uploadErrors(error))
      read.status = error.status
    }
  }
  return read
}

const uploadErrors = ({ message, details: { fields = [] } }: Failure): FieldError[] =>
  fields.length === 0
    ? [{ name: null, message: language() === 'es' ? say('Choose at least one file to send.') : message }]
    : fields.map(problem => {
        const [type = ''] = problem.path.split('.')
        const sentence =
          language() === 'es' || problem.code === 'file_type_not_accepted'
            ? say('We can’t use this file. Send a PDF, or a clear photo (JPEG or PNG), up to 10 MB.')
            : `This file ${problemWords(problem)}.`
        return { name: type, message: `${uploadLabel(type)}. ${sentence}`, inPlace: sentence }
      })

const isAboutFile = (error: unknown): error is Failure =>
  error instanceof Failure && (error.status === 400 || error.status === 413)

const documents: DocumentRow<App> = {
  method: 'POST',
  path: `${door.path}/documents`,
  page: true,
  translated: true,
  contract: null,
  upload: { mostBytes: MOST_UPLOAD_BYTES, admits: mayBeBuyer },
  budget: { name: 'umbrella_review', points: 60, seconds: 900, by: 'address' },
  respond: forProvenBuyer(door, async (app, caller, visit) => {
    const context = await contextOf(app, visit, {})
    const groups = filesOf(context, visit.request.files)
    if (groups.length === 0 && (context.session.required_upload_types ?? []).length > 0)
      return show(app, visit, { status: 400, errors: [noFile()] })
    try {
      const { uploads, errors, status } = await readEach(app, caller, { intake: visit.intake, groups })
      const isKept = uploads.length > 0 || errors.length === 0
      const intake = isKept
        ? await transact(app, inside => attachAsBuyer(inside, caller, uploads))
        : visit.intake
      if (errors.length === 0) return redirect(`${context.path}?note=files`)
      const notice = isKept ? say('We’ve kept the other files. Send only these again.') : null
      return show(app, { ...visit, intake }, { status, errors, notice })
    } catch (error) {
      return refusedForm(app, visit, context, error)
    }
  }),
}

export const umbrellaBuyerPages: readonly DocumentRow<App>[] = [
  ...umbrellaReviewPages,
  ...umbrellaReviewForms,
  signForm,
  choose,
  consent,
  answer,
  documents,
  end,
  ...umbrellaPolicyRequestPages,
]
