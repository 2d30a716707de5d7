import type { App } from '../../app.ts'
import type { Carrier } from '../../carriers/contract/carrier.ts'
import type { Intake } from '../record/intake.ts'
import { openQuestions } from './questions.ts'
import { listAnswered } from './store.ts'

type Asked = {
  carrier: Pick<Carrier<never, unknown>, 'id' | 'name' | 'kind' | 'answerWithinHours'>
  item: string
}

export type QuotingProgress = { asked: number; answered: number; waiting_on: string[]; expected_by?: string }

export const progressOf = async (
  app: App,
  intake: Intake<string, unknown>,
  questions: readonly Asked[],
): Promise<QuotingProgress> => {
  const answered = listAnswered(app.db, intake)
  const [replies, open] = await Promise.all([
    answered,
    openQuestions(app, intake, { questions, replies: answered }),
  ])
  const expected = open.map(({ row, closesAt }) => row?.expected_by ?? closesAt)
  return {
    asked: Math.max(questions.length, replies.length),
    answered: replies.length,
    waiting_on: [...new Set(open.map(({ question }) => question.carrier.name))].toSorted(),
    ...(expected.length > 0 && { expected_by: new Date(Math.max(...expected.map(Number))).toISOString() }),
  }
}
