import type { App } from '../../app.ts'
import type { CreditPart } from '../../carriers/contract/answers.ts'
import type { HomeAnswer } from '../../carriers/homeowners/carrier.ts'
import type { SealedColumn } from '../../db/sealed-column.ts'
import { type AnswerRow, keepAnswer, listAnswers, type Quoting } from '../../line/offers/store.ts'

/** What a carrier said about one home. */
export type KeptAnswer = Omit<AnswerRow, 'answer'> & { answer: HomeAnswer }

type AnswerKey = Pick<AnswerRow, 'uid' | 'revision' | 'item' | 'carrier_id'>

const contextOf = ({ uid, revision, item, carrier_id }: AnswerKey): string =>
  `carrier_answers/${uid}/${revision}/${item}/${carrier_id}`

export const sealedCreditPart: SealedColumn = {
  table: 'carrier_answers',
  key: ['uid', 'revision', 'item', 'carrier_id'],
  column: 'answer',
  field: 'credit',
  context: contextOf,
}

/** What came from a credit report is sealed; the rest tells nobody's secrets. */
export const keepHomeAnswer = (app: App, { answer, ...row }: KeptAnswer): Promise<void> => {
  const { consumer_report, score_reasons, ...open } = answer
  if (consumer_report === undefined && score_reasons === undefined)
    return keepAnswer(app.db, { ...row, answer: open })
  const credit = app.sealer.seal(contextOf(row), JSON.stringify({ consumer_report, score_reasons }))
  return keepAnswer(app.db, { ...row, answer: { ...open, credit: credit.toString('base64') } })
}

type Stored = HomeAnswer & { credit?: string }

const opened = (app: App, { answer, ...row }: AnswerRow): KeptAnswer => {
  const { credit, ...open } = answer as Stored
  if (credit === undefined) return { ...row, answer: open }
  const part = JSON.parse(app.sealer.open(contextOf(row), Buffer.from(credit, 'base64'))) as CreditPart
  return { ...row, answer: { ...open, ...part } }
}

export const homeAnswers = async (app: App, quoting: Quoting): Promise<KeptAnswer[]> =>
  (await listAnswers(app.db, quoting)).map(row => opened(app, row))
