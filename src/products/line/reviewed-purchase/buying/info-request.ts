import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { isObject } from '../../../../platform/lib/is-object.ts'
import { propertyKey } from '../../../../platform/values/address-key.ts'
import type { Speaker } from '../../../../platform/values/sourced.ts'
import { originOf } from '../../acts/actor.ts'
import { namedIn } from '../../fields/field.ts'
import { type Json, mergeDeep } from '../../fields/merge.ts'
import { refuseUnasked, withLaterAnswers } from '../answering/patch.ts'
import {
  type Application,
  type InfoRequest,
  ownName,
  type Purchase,
  pathOf,
  purchaseIn,
  requestedKeyOf,
} from '../application/application.ts'
import { type Actor, type ReviewedIntake, refuseWrongState } from '../intake/intake.ts'
import { claimOrHold, holdsAddress } from '../intake/one-purchase.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { bindFields, lineOf, type ReviewedLine } from '../reviewed-line.ts'
import { tellAsked } from './notify.ts'
import { sendOrder } from './order.ts'
import { enqueueReview, isUploadType, uploadsNeeded } from './uploads.ts'

const LONGEST_ANSWER = 500
/** The longest list of cars or drivers takes less. Carriers get each answer as it was sent. */
const LARGEST_ANSWER_BYTES = 16 * 1024

const isOurs = (line: ReviewedLine, field: string): boolean =>
  namedIn(line.fields, requestedKeyOf(line, field)) !== undefined

const requestOf = ({ uid, application: { purchase } }: ReviewedIntake) => {
  if (!purchase?.info_request) throw new Error(`${uid} waits for information that nobody asked for.`)
  return { purchase, request: purchase.info_request }
}

const IN_WORDS = 'answer'

export const askable = (intake: ReviewedIntake): readonly string[] => [
  ...uploadsNeeded(intake),
  ...bindFields(intake),
]

export const askForInformation = async (
  app: App,
  intake: ReviewedIntake,
  { question, fields, actor }: { question: string; fields: readonly string[]; actor: string },
): Promise<void> => {
  const { application } = intake
  const info_request: InfoRequest = {
    from: 'documents',
    reason: question,
    fields: fields.length > 0 ? [...fields] : [IN_WORDS],
  }
  const purchase = {
    ...purchaseIn(application),
    info_request,
    inquiry: { question, answers: {} },
  }
  const asked = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase } },
    { actor, event: 'information_asked', facts: { fields: info_request.fields } },
  )
  await tellAsked(app, asked)
}

export const resumePurchase = async (
  app: App,
  intake: ReviewedIntake,
  { application, actor }: { application: Application; actor: string },
): Promise<ReviewedIntake> => {
  const { request } = requestOf({ ...intake, application })
  const { info_request: _, ...purchase } = purchaseIn(application)
  const isCarriers = request.from === 'carrier'
  const moved = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase } },
    { actor, event: isCarriers ? 'information_given_for_carrier' : 'information_given_for_documents' },
  )
  if (isCarriers) return sendOrder(app, moved)
  await enqueueReview(app, moved)
  return moved
}

type Given = {
  answers: Readonly<Record<string, unknown>>
  by: Speaker
  documents?: readonly string[]
}

export const withGiven = (intake: ReviewedIntake, { answers, by, documents = [] }: Given): Purchase => {
  const { purchase, request } = requestOf(intake)
  if (request.from === 'documents') {
    const { inquiry = { question: request.reason, answers: {} } } = purchase
    return { ...purchase, inquiry: { ...inquiry, answers: mergeDeep(inquiry.answers, answers) } }
  }
  return {
    ...purchase,
    info_answers: mergeDeep(purchase.info_answers ?? {}, answers),
    info_sources: {
      ...purchase.info_sources,
      ...Object.fromEntries(Object.keys(answers).map(name => [name, by])),
    },
    info_documents: [...(purchase.info_documents ?? []), ...documents],
  }
}

const isAnswered = (line: ReviewedLine, answers: Given['answers'], field: string): boolean => {
  const [key = '', part] = pathOf(requestedKeyOf(line, field))
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
  return part === undefined ? answer !== undefined : isObject(answer) && Object.hasOwn(answer, part)
}

export const giveInformation = async (
  app: App,
  intake: ReviewedIntake,
  { application, given, actor }: { application: Application; given: Given; actor: string },
): Promise<ReviewedIntake> => {
  const { request } = requestOf(intake)
  const fields = request.fields.filter(field => !isAnswered(lineOf(intake), given.answers, field))
  const info_request: InfoRequest = { ...request, fields }
  const answered = { ...application, purchase: { ...withGiven(intake, given), info_request } }
  if (fields.length === 0 && (await holdsAddress(app, { ...intake, application })))
    return resumePurchase(app, intake, { application: answered, actor })
  return noteOnPurchase(
    app,
    intake,
    { application: answered },
    { actor, event: 'information_added', facts: { fields: Object.keys(given.answers) } },
  )
}

const inWords = (sent: Json): Json => {
  const fields = Object.entries(sent)
    .filter(([, value]) => typeof value !== 'string' || value.trim() === '' || value.length > LONGEST_ANSWER)
    .map(([key]) => ({
      path: `intake.${key}`,
      code: 'not_text' as const,
      expected: `text of at most ${LONGEST_ANSWER} characters`,
    }))
  if (fields.length > 0) fail('invalid_request', { fields })
  return sent
}

const refuseLarge = (sent: Json): void => {
  const fields = Object.keys(sent)
    .filter(key => Buffer.byteLength(JSON.stringify(sent[key]) ?? '') > LARGEST_ANSWER_BYTES)
    .map(key => ({
      path: `intake.${key}`,
      code: 'too_long' as const,
      expected: `at most ${LARGEST_ANSWER_BYTES / 1024} KB, without padding`,
    }))
  if (fields.length > 0) fail('invalid_request', { fields })
}

const named = (line: ReviewedLine, known: Json): Json =>
  Object.fromEntries(Object.entries(known).map(([key, value]) => [ownName(line, key), value]))

const split = (line: ReviewedLine, sent: Json): { known: Json; others: Json } => {
  const entries = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  return {
    known: Object.fromEntries(entries.filter(([key]) => isOurs(line, key) || key === 'address')),
    others: Object.fromEntries(entries.filter(([key]) => !isOurs(line, key) && key !== 'address')),
  }
}

/** No order can be written without these, so an answer may change but not be cleared. */
const ORDERED = ['full_name', 'email', 'birthday', 'street', 'city', 'state', 'zip'] as const

const refuseClearedFields = ({ household }: Application): void => {
  const fields = ORDERED.filter(name => household[name] === undefined || household[name] === null).map(
    name => ({
      path: ['intake', ...pathOf(name)].join('.'),
      code: 'requested_and_missing' as const,
      expected: 'a value',
    }),
  )
  if (fields.length > 0) fail('invalid_request', { fields })
}

export const answerRequest = async (
  app: App,
  actor: Actor,
  { intake, sent }: { intake: ReviewedIntake; sent: Json },
): Promise<ReviewedIntake> => {
  const { request } = requestOf(intake)
  const line = lineOf(intake)
  const asked = request.fields
    .filter(field => !isUploadType(line, field))
    .map(field => requestedKeyOf(line, field))
  if (Object.keys(sent).length === 0)
    await refuseWrongState(
      app,
      actor.words,
      intake,
      asked.length > 0
        ? 'Nothing was answered.'
        : 'There is nothing for you to answer. The agency will handle this request.',
    )
  refuseUnasked(actor.words, sent, { line, asked })
  refuseLarge(sent)
  const { known, others } = split(line, sent)
  const { application } = withLaterAnswers(app, actor, { intake, sent: known, asked })
  refuseClearedFields(application)
  if (propertyKey(application.household) !== propertyKey(intake.application.household))
    await claimOrHold(app, actor, { ...intake, application })
  return giveInformation(app, intake, {
    application,
    given: { answers: { ...named(line, known), ...inWords(others) }, by: originOf(actor) },
    actor: actor.name,
  })
}
