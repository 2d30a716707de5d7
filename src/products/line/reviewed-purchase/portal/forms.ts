import type { Upload } from '../../../../agency/documents/documents.ts'
import type { GivenFile } from '../../../../agency/documents/upload.ts'
import type { App } from '../../../../platform/app.ts'
import { Failure, fail } from '../../../../platform/errors.ts'
import type { UploadedFiles } from '../../../../platform/http/pages/uploads.ts'
import { language } from '../../../../platform/language/language.ts'
import type { FieldError } from '../../../../platform/pages/fields.ts'
import { problemWords } from '../../../../platform/problem-catalog.ts'
import { wayIn } from '../../buying/offered-ways.ts'
import { isSameName } from '../../buying/signed-name.ts'
import type { Json } from '../../fields/merge.ts'
import type { Form } from '../../portal/flow.ts'
import { pathWithNotice } from '../../portal/flow.ts'
import { materialAnswer } from '../../portal/material-question.ts'
import { answerRequired, firstOfEach, questionErrors } from '../../portal/question-errors.ts'
import { errorOf } from '../../portal/screen.ts'
import {
  agreedVersion,
  chosenAnewWords,
  isAgreed,
  notAgreed,
  notElectronic,
  notSameName,
  signatureIn,
  unansweredOffers,
} from '../../portal/signing.ts'
import { asRead } from '../../record/consent.ts'
import { type BuyerCaller, readIntake } from '../intake/intake.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'
import {
  answerAsBuyer,
  attachAsBuyer,
  chooseAsBuyer,
  choosePaymentAsBuyer,
  endAsBuyer,
  readBuyersUploads,
} from './buyers-purchase.ts'
import {
  agreeElectronically,
  confirmReview,
  correctionProblems,
  correctReview,
  signAsBuyer,
} from './buyers-review.ts'
import { ASKED, infoQuestions, typesToSend, uploadLabel } from './documents-view.ts'
import { bindQuestions } from './offers-view.ts'
import { mayBeBuyer } from './proven-buyer.ts'
import {
  answersIn,
  type HouseholdQuestion,
  householdCorrections,
  isTypedInRows,
  rowsIn,
  unansweredIn,
  withRows,
} from './questions.ts'
import type { ReviewContext } from './review-context.ts'
import { CONFIRMED, materialQuestions, reviewQuestions } from './review-view.ts'
import { say } from './say.ts'
import { WAY_TO_PAY } from './sign-view.ts'

type BuyerForm<P = unknown> = Form<BuyerCaller, ReviewContext, P>

const formAt = (action: string, send: BuyerForm['send']): BuyerForm => ({ path: `/${action}`, send })

const reviewTokenIn = ({ typed }: ReviewContext): string => typed.get('review_token') ?? ''

const refuseOlder = (context: ReviewContext): void => {
  // A form for an older version would undo later changes.
  if (reviewTokenIn(context) !== context.view.review_token) fail('stale_token')
}

type TypedAnswers = {
  intake: Json
  changed: string[]
  answered: Json
  errors: FieldError[]
  open: FieldError[]
}

const typedIn = (app: App, context: ReviewContext): TypedAnswers => {
  refuseOlder(context)
  const { typed, view } = context
  const alone = materialQuestions(context)
  const questions = reviewQuestions(context)
  const { intake, changed, errors } = householdCorrections(typed, questions, view)
  const asked = alone.map(
    question => [question, materialAnswer(typed, question, rowsIn(typed, question))] as const,
  )
  const answered = Object.fromEntries(
    asked.flatMap(([{ field }, answer]) => ('value' in answer ? [[field, answer.value]] : [])),
  )
  // Rows that were typed without a Yes would be lost with a question that is left for later.
  const unread = asked.flatMap(([question, answer]) =>
    'error' in answer ? [{ ...answer, isOpen: answer.isOpen && !isTypedInRows(typed, question) }] : [],
  )
  const wrong = questionErrors(
    withRows([...questions, ...alone]),
    correctionProblems(app, view, { ...intake, ...answered }),
  )
  return {
    intake,
    changed,
    answered,
    errors: firstOfEach([
      ...errors,
      ...unread.filter(({ isOpen }) => !isOpen).map(({ error }) => error),
      ...wrong,
    ]),
    open: unread.filter(({ isOpen }) => isOpen).map(({ error }) => error),
  }
}

const save = async (
  app: App,
  caller: BuyerCaller,
  context: ReviewContext,
  { intake, answered }: TypedAnswers,
) => {
  if (Object.keys({ ...intake, ...answered }).length > 0)
    await correctReview(app, caller, {
      review_token: reviewTokenIn(context),
      intake: { ...intake, ...answered },
    })
}

const savedIn = ({ changed, answered }: TypedAnswers): string =>
  [...changed, ...Object.keys(answered)].join(',')

const correct = formAt('correct', async (app, caller, context) => {
  const typed = typedIn(app, context)
  if (typed.errors.length > 0) return { errors: typed.errors }
  await save(app, caller, context, typed)
  return { next: `${context.path}?saved=${savedIn(typed)}` }
})

const notConfirmed = (): FieldError =>
  errorOf(
    CONFIRMED,
    say('Is all of this correct?'),
    say('Check the box when you’ve read it and it’s correct.'),
  )

const confirm = formAt('confirm', async (app, caller, context) => {
  const review_token = reviewTokenIn(context)
  if (context.view.status !== 'ready_for_review') {
    await confirmReview(app, caller, { review_token, answered: {} })
    return { next: context.path }
  }
  const typed = typedIn(app, context)
  if (typed.errors.length > 0) return { errors: typed.errors }
  if (typed.changed.length > 0) {
    await save(app, caller, context, typed)
    return { next: `${context.path}?saved=${savedIn(typed)}&check=again` }
  }
  const open = [...typed.open, ...(isAgreed(context.typed, CONFIRMED) ? [] : [notConfirmed()])]
  if (open.length > 0) return { errors: open }
  const { status } = await confirmReview(app, caller, { review_token, answered: typed.answered })
  return {
    next: status === 'ready_for_review' ? `${context.path}?saved=&check=again` : context.path,
  }
})

const electronic = formAt('electronic', async (app, caller, { typed, path }) => {
  if (!isAgreed(typed, 'electronic_records')) return { errors: [notElectronic()] }
  await agreeElectronically(app, caller, agreedVersion(typed, 'electronic_records'))
  return { next: `${path}?note=agreed` }
})

const sign = formAt('sign', async (app, caller, { signing, typed, path, purchase }) => {
  const signed = signatureIn(typed)
  if (signing?.tooLate) return { next: path }
  if (signing) {
    const errors = [
      ...unansweredOffers(signing, typed),
      ...notAgreed(typed),
      ...(isSameName(signed.signed_name, signing.full_name)
        ? []
        : [{ name: 'signed_name', message: notSameName(signing) }]),
    ]
    const anew = purchase.ways.find(({ value, chosen }) => value === typed.get(WAY_TO_PAY) && !chosen)
    if (anew) {
      await choosePaymentAsBuyer(app, caller, wayIn(anew.value))
      return { again: chosenAnewWords([anew.label, anew.plan ?? []].flat().join(': ')), errors }
    }
    if (errors.length > 0) return { errors }
  }
  await signAsBuyer(app, caller, signed)
  return { next: path }
})

const tokenIn = ({ typed }: ReviewContext): string => typed.get('selection_token') ?? ''

const choose = formAt('choose', async (app, caller, context) => {
  await chooseAsBuyer(app, caller, { selection_token: tokenIn(context), consent: null, sent: {} })
  return { next: context.path }
})

const requiredOf = ({ view }: ReviewContext, questions: readonly HouseholdQuestion[]) => {
  const required = lineOf(view).required.toBind(view.household)
  return questions.filter(({ field }) => required.includes(field))
}

const unanswered = (): FieldError => errorOf('answer', say('Soft credit check'), say('Choose Yes or No.'))

const valueErrors = (
  app: App,
  { view }: ReviewContext,
  sent: Json,
  questions: readonly HouseholdQuestion[],
): FieldError[] => questionErrors(withRows(questions), correctionProblems(app, view, sent))

const soundIn = (app: App, context: ReviewContext): Json => {
  const { typed, view } = context
  const questions = bindQuestions(context)
  const { intake: sent } = householdCorrections(typed, questions, view)
  const wrong = valueErrors(app, context, sent, questions).map(({ name }) => name)
  const isSound = ({ name, rows }: HouseholdQuestion): boolean =>
    [name, ...(rows?.flat() ?? []).map(one => one.name)].every(one => !wrong.includes(one))
  const sound = householdCorrections(typed, questions.filter(isSound), view).intake
  return wrong.includes(null) || valueErrors(app, context, sound, questions).length > 0 ? {} : sound
}

/** A No needs no complete application. A Yes counts only for a complete one, so it waits for the answers. */
const consent = formAt('consent', async (app, caller, context) => {
  const { typed, view, path } = context
  const selection_token = tokenIn(context)
  if (typed.get('answer') === 'No') {
    await chooseAsBuyer(app, caller, { selection_token, consent: 'No', sent: soundIn(app, context) })
    return { next: path }
  }
  if (typed.get('version') !== asRead(lineOf(view).consents.creditCheck, caller.language).version)
    fail('stale_token')
  const questions = bindQuestions(context)
  const { intake: sent } = householdCorrections(typed, questions, view)
  const errors = [
    ...requiredOf(context, questions).flatMap(question => unansweredIn(typed, question).map(answerRequired)),
    ...valueErrors(app, context, sent, questions),
    ...(typed.get('answer') === 'Yes' ? [] : [unanswered()]),
  ]
  if (errors.length > 0) return { errors: firstOfEach(errors) }
  await chooseAsBuyer(app, caller, { selection_token, consent: 'Yes', sent })
  return { next: path }
})

const answer = formAt('answer', async (app, caller, context) => {
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
      .map(([name]) => errorOf(name, say('Your answer'), say('Enter an answer.'))),
  ]
  if (errors.length > 0) return { errors: firstOfEach(errors) }
  await answerAsBuyer(app, caller, { ...sent, ...Object.fromEntries(words) })
  return { next: path }
})

const end = formAt('end', async (app, caller, { path }) => {
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
const readEach = async (app: App, caller: BuyerCaller, groups: readonly GivenFile[][]): Promise<Read> => {
  const intake = (await readIntake(app, caller.uid)) ?? fail('not_found')
  const read: Read = { uploads: [], errors: [], status: 400 }
  for (const files of groups) {
    try {
      read.uploads.push(...(await readBuyersUploads(app, caller, { intake, files })))
    } catch (error) {
      if (!isAboutFile(error)) throw error
      read.errors.push(...uploadErrors(lineOf(intake), error))
      read.status = error.status
    }
  }
  return read
}

const uploadErrors = (line: ReviewedLine, { message, details: { fields = [] } }: Failure): FieldError[] =>
  fields.length === 0
    ? [{ name: null, message: language() === 'es' ? say('Choose at least one file to send.') : message }]
    : fields.map(problem => {
        const [type = ''] = problem.path.split('.')
        const sentence =
          language() === 'es' || problem.code === 'file_type_not_accepted'
            ? say('We can’t use this file. Send a PDF, or a clear photo (JPEG or PNG), up to 10 MB.')
            : `This file ${problemWords(problem)}.`
        return { name: type, message: `${uploadLabel(line, type)}. ${sentence}`, inPlace: sentence }
      })

const isAboutFile = (error: unknown): error is Failure =>
  error instanceof Failure && (error.status === 400 || error.status === 413)

const documents: BuyerForm<Read> = {
  path: '/documents',
  upload: { mostBytes: MOST_UPLOAD_BYTES, admits: mayBeBuyer },
  async prepare(app, caller, context) {
    const groups = filesOf(context, context.request.files)
    return groups.length === 0 && (context.session.required_upload_types ?? []).length > 0
      ? { uploads: [], errors: [noFile()], status: 400 }
      : readEach(app, caller, groups)
  },
  async send(app, caller, { path }, { uploads, errors, status }) {
    if (uploads.length > 0 || errors.length === 0) await attachAsBuyer(app, caller, uploads)
    if (errors.length === 0) return { next: pathWithNotice(path, 'files') }
    return uploads.length === 0
      ? { errors, status }
      : { errors, status, again: say('We’ve kept the other files. Send only these again.') }
  },
}

export const buyerForms: readonly BuyerForm[] = [
  correct,
  confirm,
  electronic,
  sign,
  choose,
  consent,
  answer,
  documents,
  end,
]
