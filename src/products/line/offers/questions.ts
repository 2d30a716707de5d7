import type { Carrier } from '../../../agency/carriers/contract/carrier.ts'
import { isIllustrativeCarrier } from '../../../agency/carriers/contract/carrier.ts'
import type { AnswersLater } from '../../../agency/carriers/contract/parse-later.ts'
import type { App } from '../../../platform/app.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../../platform/lib/clock.ts'
import {
  carrierQuestions,
  deferQuestion,
  insertQuestions,
  listQuestionRows,
  type NewQuestion,
  type QuestionKey,
  type QuestionRow,
} from './question-store.ts'
import { repliesOf } from './replies.ts'
import type { Quoting } from './store.ts'

const CARRIERS_HAVE = 10 * MINUTE
const LATE_CARRIERS_HAVE = 3 * DAY
const GRACE = DAY
const NO_LATER_THAN = 30 * DAY

export type CarrierQuestion<Request, Reply> = {
  carrier: Carrier<Request, Reply>
  item: string
  request: Request
}

type Placed = { carrier: Pick<Carrier<never, unknown>, 'id' | 'kind' | 'answerWithinHours'>; item: string }
type Asking = Placed & { request: { request_id: string } }
type Asked = { submittedAt: Date | null; updatedAt: Date }

export const referralWords = ({ sealer }: App, row: QuestionRow): string | null =>
  row.reason && sealer.open(carrierQuestions.context('reason', row), row.reason)

const keyOf = ({ uid, revision }: Quoting, { carrier, item }: Placed): QuestionKey => ({
  uid,
  revision,
  item,
  carrier_id: carrier.id,
})

export const askedAt = ({ submittedAt, updatedAt }: Asked): Date => submittedAt ?? updatedAt

export const windowEnds = ({ config }: App, asked: Asked): Date =>
  later(askedAt(asked), config.quoteWindowSeconds * SECOND)

export const answersDue = (asked: Asked): Date => later(askedAt(asked), CARRIERS_HAVE)

const latest = (...moments: Date[]): Date => new Date(Math.max(...moments.map(Number)))
const earliest = (...moments: Date[]): Date => new Date(Math.min(...moments.map(Number)))

export const closesAt = (
  asked: Date,
  { answerWithinHours }: Placed['carrier'],
  deferral: { expected_by: Date | null } | null,
): Date => {
  if (answerWithinHours !== undefined) return later(asked, answerWithinHours * HOUR)
  if (deferral === null) return later(asked, CARRIERS_HAVE)
  const usual = later(asked, LATE_CARRIERS_HAVE)
  return deferral.expected_by
    ? earliest(latest(usual, later(deferral.expected_by, GRACE)), later(asked, NO_LATER_THAN))
    : usual
}

const rowOf = (intake: Quoting & Asked, question: Asking): NewQuestion => ({
  ...keyOf(intake, question),
  request_id: question.request.request_id,
  kind: question.carrier.kind,
  asked_at: askedAt(intake),
  closes_at: closesAt(askedAt(intake), question.carrier, null),
})

export const rememberQuestions = (
  app: App,
  intake: Quoting & Asked,
  questions: readonly Asking[],
): Promise<void> =>
  insertQuestions(
    app.db,
    questions.map(question => rowOf(intake, question)),
  )

/** Runs before real carriers are asked, so that an answer can never arrive before its question is known. */
export const rememberAskedOfReal = (
  app: App,
  intake: Quoting & Asked,
  questions: readonly Asking[],
): Promise<void> =>
  rememberQuestions(
    app,
    intake,
    questions.filter(({ carrier }) => !isIllustrativeCarrier(carrier)),
  )

export const noteAnswersLater = async (
  app: App,
  intake: Quoting & Asked,
  question: Asking,
  answer: AnswersLater,
): Promise<void> => {
  const key = keyOf(intake, question)
  const expected_by = answer.expected_by === undefined ? null : new Date(answer.expected_by)
  const words = answer.kind === 'referred' ? answer.reason : undefined
  await insertQuestions(app.db, [rowOf(intake, question)])
  await deferQuestion(app.db, key, {
    later: answer.kind,
    expected_by,
    reason: words === undefined ? null : app.sealer.seal(carrierQuestions.context('reason', key), words),
    closes_at: closesAt(askedAt(intake), question.carrier, { expected_by }),
  })
}

export type OpenQuestion<Q> = { question: Q; row: QuestionRow | null; closesAt: Date }

type Kept = Pick<QuestionKey, 'item' | 'carrier_id'>

const isAbout = ({ item, carrier }: Placed, { item: other, carrier_id }: Kept): boolean =>
  item === other && carrier.id === carrier_id

type Standing = Quoting & Asked & { status: string }

/** Once offers are published, only those on record: a carrier that joined since was not asked. */
export const openQuestions = async <Q extends Placed>(
  app: App,
  intake: Standing,
  { questions, replies: known }: { questions: readonly Q[]; replies: Promise<readonly Kept[]> },
): Promise<OpenQuestion<Q>[]> => {
  const [replies, rows] = await Promise.all([known, listQuestionRows(app.db, intake)])
  const open = questions.filter(question => !replies.some(reply => isAbout(question, reply)))
  return open.flatMap(question => {
    const row = rows.find(asked => isAbout(question, asked)) ?? null
    if (row === null && intake.status !== 'pending_quotes') return []
    return [{ question, row, closesAt: row?.closes_at ?? closesAt(askedAt(intake), question.carrier, null) }]
  })
}

export const stillOpen = <Q extends Placed>(
  app: App,
  intake: Standing,
  questions: readonly Q[],
): Promise<OpenQuestion<Q>[]> => openQuestions(app, intake, { questions, replies: repliesOf(app, intake) })

export const isDeferred = ({ row }: OpenQuestion<unknown>): boolean => row !== null && row.later !== null
