import type { Carrier } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import type { Intake } from '../record/intakes.ts'
import { type OpenQuestion, openQuestions } from './questions.ts'
import { listAnswered } from './store.ts'

type Asked = {
  carrier: Pick<Carrier<never, unknown>, 'id' | 'name' | 'kind' | 'answerWithinHours'>
  item: string
}

export type QuotingProgress = { asked: number; answered: number; waiting_on: string[]; expected_by?: string }

type Unanswered = {
  closesAt: Date
  row: Pick<NonNullable<OpenQuestion<unknown>['row']>, 'expected_by'> | null
}

/** Null: all answer within minutes. `by` is null while a carrier has not said when it answers. */
export const longerAnswers = (
  open: readonly Unanswered[],
  { due, now }: { due: Date; now: Date },
): { by: Date | null } | null => {
  if (open.every(({ closesAt }) => closesAt <= due)) return null
  const stated = open.map(({ row, closesAt }) => {
    if (row?.expected_by) return Math.min(Number(row.expected_by), Number(closesAt))
    return closesAt <= due ? Number(closesAt) : null
  })
  const last = Math.max(...stated.map(moment => moment ?? Number.POSITIVE_INFINITY))
  return { by: Number.isFinite(last) && last > Number(now) ? new Date(last) : null }
}

export const answerDueAt = ({ row, closesAt }: Unanswered, now: Date): Date => {
  const said = row?.expected_by ?? null
  return said && said > now && said < closesAt ? said : closesAt
}

type Progress = { progress: QuotingProgress; open: readonly Unanswered[] }

export const openProgressOf = async (
  app: App,
  intake: Intake<string, unknown>,
  questions: readonly Asked[],
): Promise<Progress> => {
  const answered = listAnswered(app.db, intake)
  const [replies, open] = await Promise.all([
    answered,
    openQuestions(app, intake, { questions, replies: answered }),
  ])
  const expected = open.map(one => answerDueAt(one, app.clock.now()))
  const progress = {
    asked: Math.max(questions.length, replies.length),
    answered: replies.length,
    waiting_on: [...new Set(open.map(({ question }) => question.carrier.name))].toSorted(),
    ...(expected.length > 0 && { expected_by: new Date(Math.max(...expected.map(Number))).toISOString() }),
  }
  return { progress, open }
}

export const progressOf = async (
  app: App,
  intake: Intake<string, unknown>,
  questions: readonly Asked[],
): Promise<QuotingProgress> => (await openProgressOf(app, intake, questions)).progress

export type Waiting = Pick<QuotingProgress, 'waiting_on'>

const list = new Intl.ListFormat('en-US')

const named = ({ waiting_on }: Waiting): string =>
  waiting_on.length > 3 ? `${waiting_on.length} carriers` : list.format(waiting_on)

export const mayStillOffer = (waiting: Waiting | null): waiting is Waiting =>
  waiting !== null && waiting.waiting_on.length > 0

export const stillWaiting = (waiting: Waiting | null): string =>
  mayStillOffer(waiting)
    ? ` ${named(waiting)} ${waiting.waiting_on.length === 1 ? 'has' : 'have'} not answered yet.`
    : ''

export const waitForCarriers = (waiting: Waiting | null, offers: number): string[] => {
  if (!mayStillOffer(waiting)) return []
  return offers === 0
    ? [
        'A carrier in quoting.waiting_on may still make an offer, until quoting.expected_by. Poll again after poll_after_seconds.',
      ]
    : [
        'More offers may come until quoting.expected_by, and are added to offers. The choice need not wait for them: a chosen offer stays as it is.',
        'A poll with offers is answered at once, also with Prefer: wait, because a held one would keep them from you. Poll again after poll_after_seconds.',
      ]
}
