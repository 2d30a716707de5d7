import type { App } from '../../app.ts'
import type { CreditPart } from '../../carriers/contract/answers.ts'
import type { SealedColumn } from '../../db/sealed-column.ts'
import { insertReply, listReplyRows, type Quoting, type ReplyRow } from './store.ts'

export type KeptReply<Reply> = Omit<ReplyRow, 'answer'> & { reply: Reply }

type ReplyKey = Pick<ReplyRow, 'uid' | 'revision' | 'item' | 'carrier_id'>

const contextOf = ({ uid, revision, item, carrier_id }: ReplyKey): string =>
  `carrier_answers/${uid}/${revision}/${item}/${carrier_id}`

export const sealedCreditPart: SealedColumn = {
  table: 'carrier_answers',
  key: ['uid', 'revision', 'item', 'carrier_id'],
  column: 'answer',
  field: 'credit',
  context: contextOf,
}

/** Only data from a credit report is encrypted. */
export const keepReply = (app: App, { reply, ...row }: KeptReply<CreditPart>): Promise<void> => {
  const { consumer_report, score_reasons, ...open } = reply
  if (consumer_report === undefined && score_reasons === undefined)
    return insertReply(app.db, { ...row, answer: open })
  const credit = app.sealer.seal(contextOf(row), JSON.stringify({ consumer_report, score_reasons }))
  return insertReply(app.db, { ...row, answer: { ...open, credit: credit.toString('base64') } })
}

const opened = <Reply>(app: App, { answer, ...row }: ReplyRow): KeptReply<Reply> => {
  const { credit, ...open } = answer as Reply & { credit?: string }
  if (credit === undefined) return { ...row, reply: open as Reply }
  const part = JSON.parse(app.sealer.open(contextOf(row), Buffer.from(credit, 'base64'))) as CreditPart
  return { ...row, reply: { ...open, ...part } as Reply }
}

export const repliesOf = async <Reply>(app: App, quoting: Quoting): Promise<KeptReply<Reply>[]> =>
  (await listReplyRows(app.db, quoting)).map(row => opened(app, row))
