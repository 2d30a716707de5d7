import Type from 'typebox'
import type { Upload } from '../../../agency/documents/documents.ts'
import { readUploads } from '../../../agency/documents/upload.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { withMoreProblems } from '../../../platform/http/field-problems.ts'
import type { CallerPlace, Shopper } from '../../../platform/key/shopper/intake-token.ts'
import { emailProven } from '../../../platform/key/shopper/shopper.ts'
import { shopperActor } from '../../line/acts/actor.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { SentEntry } from '../../line/fields/sent-estimate.ts'
import type { ShopperLine } from '../../line/shopper.ts'
import { proofAsked } from '../../line/verification.ts'
import { besideIntake } from '../../line/wire/beside-intake.ts'
import { checkedInput } from '../../line/wire/checked-input.ts'
import type { Verification } from '../../line/wire/follow-up.ts'
import {
  holdReview,
  isHeld,
  releaseReview,
  submitHeldReview,
  submitReview,
} from '../answering/confirm-review.ts'
import { draftProblems } from '../answering/read-draft.ts'
import { reviseDraft, startDraft } from '../answering/save-draft.ts'
import { exampleIntake } from '../application/examples.ts'
import { UmbrellaIntake } from '../application/intake-schema.ts'
import { UmbrellaKnownSummary } from '../application/known-summary.ts'
import { isOpenToDrafts } from '../application/lifecycle.ts'
import { isDraft, statuses } from '../application/statuses.ts'
import { attachDocuments, refuseUnlessDocumentsAsked } from '../buying/attach-documents.ts'
import { chooseOffer } from '../buying/choose-offer.ts'
import { bindPurchase } from '../buying/purchase.ts'
import {
  type CallerWording,
  type ConsentingActor,
  lockBuyersIntake,
  readIntake,
  type UmbrellaIntakeRecord,
} from '../intake/intake.ts'
import { checkReviewToken, reviewUrl } from '../intake/review-token.ts'
import { turnOf } from '../intake/turn.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { attachmentsIn, receivedPart } from '../operator/attach-request.ts'
import { openOffers } from '../operator/offers-view.ts'
import { consentIn } from '../operator/select-request.ts'
import { exceptionsIn, isConsentRefused, viewFor } from '../operator/session-view.ts'
import { chooseAgain, heldState, isNoneLeft } from '../operator/status-words.ts'
import { umbrellaOffers } from '../quoting/selected-offer.ts'
import { refuseHeld } from './held.ts'
import { attachInput, bindInput, patchInput, selectInput, UmbrellaFollowUp } from './schema.ts'
import { buyerOf, shopperView } from './view.ts'
import { actionWords, shopperDoor } from './words.ts'

const shopperDoorWords: CallerWording = {
  howToChange: 'start again with POST /api/consumer/umbrella/prefill',
  howToChooseAgain: chooseAgain('person', 'POST /api/intake/{uid}/select'),
  howToStartAgain: 'start again with POST /api/consumer/umbrella/prefill',
  whatNext: async (app, intake) => actionWords((await shopperView(app, intake)).next_action),
}

const actorOf = (place: CallerPlace): ConsentingActor => ({ ...shopperActor(place), words: shopperDoorWords })

const readPatch = checkedInput(patchInput, draftProblems)
const readSelect = checkedInput(selectInput)
const readBind = checkedInput(bindInput)
const readAttach = checkedInput(attachInput)

type Sent = { intake: Json; field_estimates: readonly SentEntry[] }

const start = (
  app: App,
  place: CallerPlace,
  { sandbox, ...sent }: Sent & { sandbox: boolean },
): Promise<UmbrellaIntakeRecord> => startDraft(app, actorOf(place), { owner: null, sandbox, sent })

type FollowUp = { body: UmbrellaFollowUp; taken: boolean }

const done = async (app: App, intake: UmbrellaIntakeRecord, asked?: Verification): Promise<FollowUp> => ({
  body: await shopperView(app, intake, asked),
  taken: false,
})

const SUBMITTED = 'The application was submitted and can no longer change.'

const refuseCorrection = async (app: App, before: UmbrellaIntakeRecord): Promise<never> =>
  isOpenToDrafts(before.status)
    ? fail('conflict', {
        message: `${SUBMITTED} To correct an answer, ${shopperDoorWords.howToChange}. Nothing was bought.`,
        current_status: before.status,
      })
    : refuseWrongState(app, shopperDoorWords, before, SUBMITTED)

const isEmpty = (sent: object): boolean => Object.keys(sent).length === 0

const REVIEW_FIRST = {
  path: 'review_token',
  code: 'required_with',
  expected: 'the review_token of the review that the person read, which comes with status ready_for_review',
  facts: { other: 'confirm_submission' },
} as const

/** A confirmation counts for the review that was read. Answers that come with it make a new one. */
const readAgain = async (app: App, intake: UmbrellaIntakeRecord): Promise<FollowUp> => {
  const body = await shopperView(app, intake)
  const { response_summary } = body
  return {
    body: { ...body, response_summary: `The answers changed, so nothing was submitted. ${response_summary}` },
    taken: false,
  }
}

const patch = async (app: App, caller: Shopper, input: Json): Promise<FollowUp> => {
  const {
    intake: sent = {},
    field_estimates = [],
    confirm_submission,
    review_token,
  } = readPatch(besideIntake(input, ['confirm_submission', 'review_token']))
  const actor = actorOf(caller)
  const before = await lockBuyersIntake(app, caller)
  if (!isDraft(before.status)) await refuseCorrection(app, before)
  if (confirm_submission && review_token === undefined)
    fail('invalid_request', {
      fields: withMoreProblems([REVIEW_FIRST], draftProblems({ intake: sent, field_estimates })),
    })
  if (review_token !== undefined)
    await checkReviewToken(app, shopperDoorWords, { intake: before, token: review_token })
  const changes = { intake: before, sent: { intake: sent, field_estimates } }
  const intake =
    isEmpty(sent) && field_estimates.length === 0 ? before : await reviseDraft(app, actor, changes)
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
const select = async (app: App, caller: Shopper, input: Json): Promise<FollowUp> => {
  const { selection_token, credit_consent, intake: sent = {} } = readSelect(input)
  const intake = await lockBuyersIntake(app, caller)
  refuseHeld(intake)
  const answer = consentIn(credit_consent, intake)
  const asked = answer === 'Yes' ? await proofAsked(app, buyerOf(intake)) : null
  const choice = { intake, selection_token, consent: asked ? null : answer, sent }
  return done(app, await chooseOffer(app, actorOf(caller), choice), asked ?? undefined)
}

const bind = async (app: App, caller: Shopper, input: Json): Promise<FollowUp> => {
  const { intake: sent = {}, bind_confirmed: confirmed = false, payment } = readBind(input)
  const intake = await lockBuyersIntake(app, caller)
  refuseHeld(intake)
  const buys = intake.status === 'ready_to_finalize' && confirmed
  const asked = buys ? await proofAsked(app, buyerOf(intake)) : null
  return asked
    ? done(app, intake, asked)
    : done(app, await bindPurchase(app, actorOf(caller), { intake, sent, confirmed, payment }))
}

const prepareAttach = async (app: App, shopper: Shopper, input: Json): Promise<Upload[]> => {
  const files = attachmentsIn(readAttach(input))
  const intake = (await readIntake(app, shopper.uid)) ?? fail('not_found')
  refuseHeld(intake)
  await refuseUnlessDocumentsAsked(app, shopperDoorWords, intake)
  return readUploads(app, shopper, files)
}

const attach = async (app: App, caller: Shopper, uploads: readonly Upload[]): Promise<FollowUp> => {
  const intake = await lockBuyersIntake(app, caller)
  const attached = await attachDocuments(app, actorOf(caller), { intake, uploads })
  return { body: { ...(await shopperView(app, attached.intake)), ...receivedPart(attached) }, taken: false }
}

const isUnusual = async (app: App, intake: UmbrellaIntakeRecord, offers: number): Promise<boolean> => {
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

export const umbrellaShopper: ShopperLine = {
  inputs: { patch: patchInput, select: selectInput, bind: bindInput, attach: attachInput },
  output: UmbrellaFollowUp,
  prefill: {
    about: 'the household',
    answer: 'holds the next question and',
    estimated: 'value',
    intake: UmbrellaIntake,
    example: exampleIntake,
    problems: draftProblems,
    known: UmbrellaKnownSummary,
    next: Type.Pick(UmbrellaFollowUp, [
      'next_action',
      'next_question',
      'review',
      'review_token',
      'review_url',
      'field_estimates',
      'ineligible_reasons',
      'statement',
    ]).properties,
  },
  start,
  patch,
  select,
  bind,
  async submitHeld(app: App, caller: Shopper) {
    await submitHeldReview(app, actorOf(caller), await lockBuyersIntake(app, caller))
  },
  async person(app: App, uid: string) {
    const intake = await readIntake(app, uid)
    const goOn = { label: 'Review your application', url: reviewUrl(app, uid) }
    return intake && { ...buyerOf(intake), goOn: isDraft(intake.status) ? goOn : null }
  },
  prepareAttach,
  attach,
  async view(app: App, { uid }: Shopper) {
    return shopperView(app, (await readIntake(app, uid)) ?? fail('not_found'))
  },
  waitsFor: body => heldState(body as UmbrellaFollowUp, shopperDoor(body.uid)),
  async coarse(app: App, uid: string) {
    const intake = await readIntake(app, uid)
    if (!intake) return null
    const { coarse: status } = statuses.row(intake.status)
    const offers =
      status === 'quoted' ? openOffers(await umbrellaOffers.list(app.db, intake), app.clock.now()) : []
    return {
      intake,
      ...(await turnOf(app, intake)),
      held: isHeld(intake),
      status,
      offers,
      said: (await isUnusual(app, intake, offers.length))
        ? (await viewFor(app, intake, { door: shopperDoor(uid) })).response_summary
        : null,
    }
  },
}
