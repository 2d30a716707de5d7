import Type from 'typebox'
import type { Upload } from '../../../../agency/documents/documents.ts'
import { readUploads } from '../../../../agency/documents/upload.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { withMoreProblems } from '../../../../platform/http/field-problems.ts'
import type { CallerPlace, Shopper } from '../../../../platform/key/shopper/intake-token.ts'
import { emailProven } from '../../../../platform/key/shopper/shopper.ts'
import { shopperActor } from '../../acts/actor.ts'
import type { Json } from '../../fields/merge.ts'
import { placedEstimates } from '../../fields/sent-estimate.ts'
import type { ShopperLine } from '../../shopper.ts'
import { type PersonToVerify, personOf, proofAsked, verificationOf } from '../../verification.ts'
import { besideIntake, checkedInput } from '../../wire/beside-intake.ts'
import { heldForProof, pollPart, refuseWhileHeld, type Verification } from '../../wire/follow-up.ts'
import {
  holdReview,
  isHeld,
  releaseReview,
  submitHeldReview,
  submitReview,
} from '../answering/confirm-review.ts'
import { draftProblems } from '../answering/patch.ts'
import { reviseDraft, startDraft } from '../answering/save-draft.ts'
import { intakeSchema, knownSummarySchema } from '../application/known-summary.ts'
import { isOpenToDrafts } from '../application/lifecycle.ts'
import { isDraft, statuses } from '../application/statuses.ts'
import { attachDocuments, refuseUnlessDocumentsAsked } from '../buying/attach-documents.ts'
import { chooseOffer } from '../buying/choose-offer.ts'
import { bindPurchase } from '../buying/purchase.ts'
import {
  type CallerWording,
  type ConsentingActor,
  lockBuyersIntake,
  type ReviewedIntake,
  readIntake,
  refuseWrongState,
} from '../intake/intake.ts'
import { checkReviewToken, reviewUrl } from '../intake/review-token.ts'
import { standingOf, turnOf } from '../intake/writer.ts'
import { openOffers } from '../operator/offers-view.ts'
import { attachmentsIn, consentIn, receivedPart } from '../operator/requests.ts'
import { exceptionsIn, isConsentRefused, viewFor } from '../operator/session-view.ts'
import { chooseAgain, heldState, isNoneLeft } from '../operator/status-words.ts'
import { offersIn, placesOf } from '../quoting/offers.ts'
import { lineOf, type OfLine, perLine, type ReviewedLine } from '../reviewed-line.ts'
import { followUpSchema, type ReviewedFollowUp, shopperInputs } from './schema.ts'
import { actionWords, CONFIRM_THERE, shopperDoor, WAIT_FOR_PERSON } from './words.ts'

const heldPart = (verification: Verification | null) =>
  verification
    ? { ...heldForProof(verification), next_action: WAIT_FOR_PERSON }
    : { next_action: WAIT_FOR_PERSON, agent_instructions: [CONFIRM_THERE] }

const buyerOf = (intake: ReviewedIntake): PersonToVerify => ({
  ...personOf(intake, intake.application.household, {
    product: lineOf(intake).words.insurance,
    places: placesOf(intake),
  }),
  submits: isHeld(intake),
})

const shopperView = async (
  app: App,
  intake: ReviewedIntake,
  asked?: Verification,
): Promise<ReviewedFollowUp> => {
  const verification =
    asked ?? (intake.status === 'bound' ? null : await verificationOf(app, buyerOf(intake)))
  const needsProof = verification !== null
  return {
    ...(await viewFor(app, intake, { door: shopperDoor(intake.uid), needsProof })),
    ...(verification && { verification }),
    ...pollPart(app, intake.uid),
    ...(isHeld(intake) && {
      ...heldPart(verification),
      ...(await turnOf(app, intake, { needsProof })),
    }),
  }
}

const shopperWordsIn = perLine(
  ({ name }): CallerWording => ({
    howToChange: `start again with POST /api/consumer/${name}/prefill`,
    howToChooseAgain: chooseAgain('person', 'POST /api/intake/{uid}/select'),
    howToStartAgain: `start again with POST /api/consumer/${name}/prefill`,
    whatNext: async (app, intake) => actionWords((await shopperView(app, intake)).next_action),
  }),
)

const actorOf = (place: CallerPlace, of: OfLine): ConsentingActor => ({
  ...shopperActor(place),
  words: shopperWordsIn(of),
})

const readersIn = perLine(line => {
  const { patch, select, bind, attach } = shopperInputs(line)
  return {
    patch: checkedInput(patch, draftProblems(line)),
    select: checkedInput(select),
    bind: checkedInput(bind),
    attach: checkedInput(attach),
  }
})

const refuseHeld = (intake: ReviewedIntake): void => {
  if (isHeld(intake)) refuseWhileHeld(intake.status)
}

type Asking = { line: ReviewedLine; input: Json }

type FollowUp = { body: ReviewedFollowUp; taken: boolean }

const done = async (app: App, intake: ReviewedIntake, asked?: Verification): Promise<FollowUp> => ({
  body: await shopperView(app, intake, asked),
  taken: false,
})

const SUBMITTED = 'The application was submitted and can no longer change.'

const refuseCorrection = async (app: App, before: ReviewedIntake): Promise<never> =>
  isOpenToDrafts(before.status)
    ? fail('conflict', {
        message: `${SUBMITTED} To correct an answer, ${shopperWordsIn(before).howToChange}. Nothing was bought.`,
        current_status: before.status,
      })
    : refuseWrongState(app, shopperWordsIn(before), before, SUBMITTED)

const isEmpty = (sent: object): boolean => Object.keys(sent).length === 0

const REVIEW_FIRST = {
  path: 'review_token',
  code: 'required_with',
  expected: 'the review_token of the review that the person read, which comes with status ready_for_review',
  facts: { other: 'confirm_submission' },
} as const

/** A confirmation counts for the review that was read. Answers that come with it make a new one. */
const readAgain = async (app: App, intake: ReviewedIntake): Promise<FollowUp> => {
  const body = await shopperView(app, intake)
  const { response_summary } = body
  return {
    body: { ...body, response_summary: `The answers changed, so nothing was submitted. ${response_summary}` },
    taken: false,
  }
}

const patch = async (app: App, caller: Shopper, { line, input }: Asking): Promise<FollowUp> => {
  const {
    intake: sent = {},
    field_estimates = [],
    confirm_submission,
    review_token,
  } = readersIn(line).patch(besideIntake(input, ['confirm_submission', 'review_token']))
  const before = await lockBuyersIntake(app, caller)
  const actor = actorOf(caller, before)
  if (!isDraft(before.status)) await refuseCorrection(app, before)
  if (confirm_submission && review_token === undefined)
    fail('invalid_request', {
      fields: withMoreProblems([REVIEW_FIRST], draftProblems(line)({ intake: sent, field_estimates })),
    })
  if (review_token !== undefined)
    await checkReviewToken(app, actor.words, { intake: before, token: review_token })
  const changes = { intake: before, sent: { intake: sent, field_estimates } }
  const intake =
    isEmpty(sent) && placedEstimates(field_estimates, 'field_estimates').length === 0
      ? before
      : await reviseDraft(app, actor, changes)
  if (confirm_submission === false && isHeld(intake))
    return done(app, await releaseReview(app, actor, intake))
  if (!confirm_submission || intake.status !== 'ready_for_review') return done(app, intake)
  if (intake !== before) return readAgain(app, intake)
  if (await emailProven(app, intake))
    return { body: await shopperView(app, await submitReview(app, actor, intake)), taken: true }
  const held = await holdReview(app, actor, intake)
  return done(app, held, (await proofAsked(app, buyerOf(held))) ?? undefined)
}

/** A Yes to the credit check takes effect only once the person has verified their email address. */
const select = async (app: App, caller: Shopper, { line, input }: Asking): Promise<FollowUp> => {
  const { selection_token, credit_consent, intake: sent = {} } = readersIn(line).select(input)
  const intake = await lockBuyersIntake(app, caller)
  refuseHeld(intake)
  const answer = consentIn(credit_consent, intake)
  const asked = answer === 'Yes' ? await proofAsked(app, buyerOf(intake)) : null
  const choice = { intake, selection_token, consent: asked ? null : answer, sent }
  return done(app, await chooseOffer(app, actorOf(caller, intake), choice), asked ?? undefined)
}

const bind = async (app: App, caller: Shopper, { line, input }: Asking): Promise<FollowUp> => {
  const { intake: sent = {}, bind_confirmed: confirmed = false, payment } = readersIn(line).bind(input)
  const intake = await lockBuyersIntake(app, caller)
  refuseHeld(intake)
  const buys = intake.status === 'ready_to_finalize' && confirmed
  const asked = buys ? await proofAsked(app, buyerOf(intake)) : null
  return asked
    ? done(app, intake, asked)
    : done(app, await bindPurchase(app, actorOf(caller, intake), { intake, sent, confirmed, payment }))
}

const prepareAttach = async (app: App, shopper: Shopper, { line, input }: Asking): Promise<Upload[]> => {
  const files = attachmentsIn(line, readersIn(line).attach(input))
  const intake = (await readIntake(app, shopper.uid)) ?? fail('not_found')
  refuseHeld(intake)
  await refuseUnlessDocumentsAsked(app, shopperWordsIn(intake), intake)
  return readUploads(app, shopper, files)
}

const attach = async (app: App, caller: Shopper, uploads: readonly Upload[]): Promise<FollowUp> => {
  const intake = await lockBuyersIntake(app, caller)
  const attached = await attachDocuments(app, actorOf(caller, intake), { intake, uploads })
  return { body: { ...(await shopperView(app, attached.intake)), ...receivedPart(attached) }, taken: false }
}

const isUnusual = async (app: App, intake: ReviewedIntake, offers: number): Promise<boolean> => {
  const { status } = intake
  if (
    statuses.row(status).coarse === 'abandoned' ||
    isConsentRefused(intake) ||
    isNoneLeft({ status, offers })
  )
    return true
  const { expired, endedBy, startPassed } = await exceptionsIn(app, intake)
  return expired || endedBy !== null || startPassed !== null
}

const PREFILL_NEXT = [
  'next_action',
  'next_question',
  'review',
  'review_token',
  'review_url',
  'field_estimates',
  'ineligible_reasons',
  'statement',
] as const

export const shopperIn = perLine(
  (line): ShopperLine => ({
    inputs: shopperInputs(line),
    output: followUpSchema(line),
    prefill: {
      about: 'the household',
      answer: 'holds the next question and',
      estimated: 'value',
      intake: intakeSchema(line),
      example: line.examples.intake,
      problems: draftProblems(line),
      known: knownSummarySchema(line),
      next: Type.Pick(followUpSchema(line), PREFILL_NEXT).properties,
    },
    start: (app, place, { sandbox, ...sent }) =>
      startDraft(app, actorOf(place, { line: line.name }), { line: line.name, owner: null, sandbox, sent }),
    patch: (app, caller, input) => patch(app, caller, { line, input }),
    select: (app, caller, input) => select(app, caller, { line, input }),
    bind: (app, caller, input) => bind(app, caller, { line, input }),
    async submitHeld(app: App, caller: Shopper) {
      const intake = await lockBuyersIntake(app, caller)
      await submitHeldReview(app, actorOf(caller, intake), intake)
    },
    async person(app: App, uid: string) {
      const intake = await readIntake(app, uid)
      const goOn = { label: 'Review your application', url: reviewUrl(app, uid) }
      return intake && { ...buyerOf(intake), goOn: isDraft(intake.status) ? goOn : null }
    },
    prepareAttach: (app, shopper, input) => prepareAttach(app, shopper, { line, input }),
    attach,
    async view(app: App, { uid }: Shopper) {
      return shopperView(app, (await readIntake(app, uid)) ?? fail('not_found'))
    },
    waitsFor: body => heldState(body as ReviewedFollowUp, shopperDoor(body.uid)),
    async coarse(app: App, uid: string) {
      const intake = await readIntake(app, uid)
      if (!intake) return null
      const { status, detail_status, stage } = await standingOf(app, intake)
      const offers =
        status === 'quoted' ? openOffers(intake, await offersIn.list(app.db, intake), app.clock.now()) : []
      return {
        intake,
        ...(await turnOf(app, intake)),
        held: isHeld(intake),
        status,
        detail_status,
        stage,
        offers,
        said: (await isUnusual(app, intake, offers.length))
          ? (await viewFor(app, intake, { door: shopperDoor(uid) })).response_summary
          : null,
      }
    },
  }),
)
