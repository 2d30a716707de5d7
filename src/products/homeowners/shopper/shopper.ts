import Type from 'typebox'
import type { App } from '../../../platform/app.ts'
import { Failure, type FieldProblem, fail } from '../../../platform/errors.ts'
import { withMoreProblems } from '../../../platform/http/field-problems.ts'
import { type CallerPlace, type Shopper, shopperOf } from '../../../platform/key/shopper/intake-token.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { SentEstimates } from '../../line/fields/sent-estimate.ts'
import { findIntake } from '../../line/record/intakes.ts'
import type { ShopperLine } from '../../line/shopper.ts'
import { proofAsked } from '../../line/verification.ts'
import { besideIntake, checkedInput } from '../../line/wire/beside-intake.ts'
import { refuseWhileHeld, type Verification } from '../../line/wire/follow-up.ts'
import { advance, submitHeld } from '../answering/advance.ts'
import { intakeProblems } from '../answering/intake-problems.ts'
import { revise } from '../answering/revise.ts'
import { withRowEstimates } from '../answering/row-estimates.ts'
import { emptyApplication } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { HomeownersIntake } from '../application/intake-schema.ts'
import { KnownSummarySchema } from '../application/known-summary.ts'
import { type HomeownersStatus, isSubmitted } from '../application/lifecycle.ts'
import { MissingFieldDetail } from '../application/missing.ts'
import { homeStatus, type ShopperStatus } from '../application/statuses.ts'
import { selectOffers } from '../buying/select.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { type HomeownersIntakeRecord, isHeld, lockOwnIntake, readOwnIntake } from '../intake/intake.ts'
import { createHomeowners } from '../intake/writer.ts'
import { readRequest } from '../operator/quotes-request.ts'
import { loginUrl } from '../quoting/email-facts.ts'
import {
  askForSignature,
  recordAgreement,
  refuseOtherPreview,
  refuseUnlessSelected,
  rehearsePurchase,
  startDateFor,
} from './bind.ts'
import { coarse } from './coarse.ts'
import { bindInput, patchInput, selectInput } from './inputs.ts'
import { HomeownersFollowUp } from './schema.ts'
import { homeownerOf, shopperView } from './view.ts'

const SELECTED: HomeownersStatus = 'selected'

const asPolled =
  <S, F>(act: (app: App, caller: Shopper, sent: S) => Promise<F>) =>
  async (app: App, caller: Shopper, sent: S): Promise<F> => {
    try {
      return await act(app, caller, sent)
    } catch (error) {
      if (!(error instanceof Failure) || error.details.current_status !== SELECTED) throw error
      const { status } = await shopperView(app, await readOwnIntake(app, caller, caller.uid))
      throw new Failure(error.code, { ...error.details, current_status: status })
    }
  }

const readPatch = checkedInput(patchInput, intakeProblems)
const readSelect = checkedInput(selectInput)
const readBind = checkedInput(bindInput)

const CONSENT_LATER = {
  path: 'intake.credit_check_authorized',
  code: 'not_accepted_here' as const,
  expected: 'the authorization in a PATCH, once the person has seen the whole application',
}

type Sent = { intake: Json; field_estimates: SentEstimates }

const start = async (
  app: App,
  place: CallerPlace,
  { intake: sent, field_estimates, sandbox }: Sent & { sandbox: boolean },
): Promise<HomeownersIntakeRecord> => {
  if (sent.credit_check_authorized !== undefined) fail('invalid_request', { fields: [CONSENT_LATER] })
  const empty = { owner: null, sandbox, application: emptyApplication() }
  const created = await createHomeowners(app, empty, { actor: 'shopper', event: 'created', facts: {} })
  const patch = withRowEstimates(sent, field_estimates)
  return (await revise(app, shopperOf(place, created.uid), { intake: created, patch })).intake
}

const SUBMITTED =
  'The application was submitted and can no longer change here. The person can sign in to change or withdraw it.'

const SUBMISSION_TOO = {
  path: 'confirm_submission',
  code: 'required_with' as const,
  facts: { other: 'credit_check_authorized' },
  expected:
    'true, in the same call as credit_check_authorized: true, once the person has read the whole application and agreed to both. Both go at the top level of the body or in intake',
}

const NO_LONGER_WAITS = 'The submission that waited for the email address no longer counts. '
const AUTHORIZATION_TOO = {
  path: 'credit_check_authorized',
  code: 'required_with' as const,
  facts: { other: 'confirm_submission' },
  expected: 'true, in the same call, once the person has agreed to credit_consent_question',
}

type FollowUp = { body: HomeownersFollowUp; taken: boolean }

const done = async (app: App, intake: HomeownersIntakeRecord, asked?: Verification): Promise<FollowUp> => ({
  body: await shopperView(app, intake, asked),
  taken: false,
})

const patch = async (app: App, caller: Shopper, sent: Json): Promise<FollowUp> => {
  const {
    field_estimates = [],
    confirm_submission,
    ...input
  } = readPatch(besideIntake(sent, ['confirm_submission']))
  const request = readRequest(input)
  const { authorized } = request
  const refuse = (missing: FieldProblem): never =>
    fail('invalid_request', {
      fields: withMoreProblems([missing], intakeProblems({ intake: request.patch })),
    })
  if (authorized && !confirm_submission) refuse(SUBMISSION_TOO)
  const before = await lockOwnIntake(app, caller, caller.uid)
  if (isSubmitted(before.status)) {
    await refuseUnlessOpen(app, before, 'shopper')
    fail('conflict', { message: SUBMITTED, current_status: before.status })
  }
  if (confirm_submission && !authorized && before.consentId === null) refuse(AUTHORIZATION_TOO)
  const revised = await revise(app, caller, {
    intake: before,
    patch: withRowEstimates(request.patch, field_estimates),
  })
  if (authorized === undefined && revised.intake.consentId === null) return done(app, revised.intake)
  const step = { ...revised, authorized, isUnconfirmed: confirm_submission === false }
  const { intake, submitted } = await advance(app, caller, step)
  const asked = authorized && isHeld(intake) ? await proofAsked(app, homeownerOf(intake)) : null
  const body = await shopperView(app, intake, asked ?? undefined)
  const isVoid = isHeld(before) && !submitted && !isHeld(intake)
  const response_summary = `${isVoid ? NO_LONGER_WAITS : ''}${body.response_summary}`
  return { body: { ...body, response_summary }, taken: submitted }
}

const chosen = ({
  offer_id,
  offer_ids,
}: ReturnType<typeof readSelect>): Parameters<typeof selectOffers>[2] => {
  if (offer_id !== undefined && offer_ids === undefined) return { offer_ids: [offer_id], sentAs: 'offer_id' }
  if (offer_ids !== undefined && offer_id === undefined) return { offer_ids }
  const expected = 'either offer_id, or offer_ids for several homes, not both'
  const isBoth = offer_id !== undefined
  return fail('invalid_request', {
    fields: [
      isBoth
        ? { path: 'offer_ids', code: 'sent_with', facts: { other: 'offer_id' }, expected }
        : { path: 'offer_id', code: 'required', expected },
    ],
  })
}

const select = async (app: App, caller: Shopper, sent: Json): Promise<FollowUp> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (isHeld(intake)) refuseWhileHeld(intake.status)
  return done(app, await selectOffers(app, caller, chosen(readSelect(sent))))
}

const PAID_WHERE_SIGNED = {
  path: 'payment',
  code: 'not_accepted_here',
  expected: 'no value: payment is for umbrella; a homeowner chooses how to pay where they sign',
} as const

const bind = async (app: App, caller: Shopper, sent: Json): Promise<FollowUp> => {
  if ('payment' in sent) fail('invalid_request', { fields: [PAID_WHERE_SIGNED] })
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (isHeld(intake)) refuseWhileHeld(intake.status)
  if (sent.preview_token === undefined) await refuseUnlessSelected(app, intake)
  const { preview_token, effective_date: chosen } = readBind(sent)
  await refuseOtherPreview(app, intake, preview_token)
  const effective_date = await startDateFor(app, intake, chosen)
  const asked = await proofAsked(app, homeownerOf(intake))
  if (asked) return done(app, intake, asked)
  const agreed = { intake, preview_token, effective_date }
  const agreement_id = await recordAgreement(app, caller, agreed)
  if (!intake.sandbox) return done(app, await askForSignature(app, caller, agreed))
  const ordered = await rehearsePurchase(app, caller, { intake, agreement_id, effective_date })
  return { body: await shopperView(app, ordered), taken: true }
}

const NO_DOCUMENTS =
  'This call takes no documents for homeowners insurance. GET /api/intake/{uid}/issues says what comes next and who has to act.'

const noDocuments = async (app: App, caller: Shopper): Promise<never> => {
  const { status: current_status } = await readOwnIntake(app, caller, caller.uid)
  return fail('conflict', { message: NO_DOCUMENTS, current_status })
}

export const homeownersShopper: ShopperLine = {
  inputs: { patch: patchInput, select: selectInput, bind: bindInput, attach: Type.Object({}) },
  output: HomeownersFollowUp,
  prefill: {
    about: 'the home',
    answer: 'lists what is still missing and holds',
    estimated: 'home value',
    intake: HomeownersIntake,
    example: exampleIntake,
    problems: intakeProblems,
    known: KnownSummarySchema,
    next: {
      missing_fields: Type.Optional(
        Type.Array(Type.String(), { description: 'Paths of the answers still missing.' }),
      ),
      missing_field_details: Type.Optional(Type.Array(MissingFieldDetail)),
      credit_consent_question: Type.Optional(HomeownersFollowUp.properties.credit_consent_question),
      statement: Type.Optional(HomeownersFollowUp.properties.statement),
    },
  },
  start,
  patch: asPolled(patch),
  select: asPolled(select),
  bind: asPolled(bind),
  submitHeld,
  async person(app: App, uid: string) {
    const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
    return (
      intake && {
        ...homeownerOf(intake),
        goOn: { label: 'Continue to your application', url: loginUrl(app, uid) },
      }
    )
  },
  prepareAttach: noDocuments,
  attach: noDocuments,
  view: async (app: App, caller: Shopper) => shopperView(app, await readOwnIntake(app, caller, caller.uid)),
  waitsFor: ({ status, waiting_on }) =>
    waiting_on === 'email_proof' || homeStatus(status as ShopperStatus).held
      ? `${status}/${waiting_on}`
      : null,
  coarse,
}
