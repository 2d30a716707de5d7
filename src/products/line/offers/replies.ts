import type { CreditPart, Decline } from '../../../agency/carriers/contract/answers.ts'
import type { OfferList } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import {
  carrierAnswers,
  insertReply,
  listDeclineRows,
  listReplyRows,
  type NewReply,
  type Quoting,
  type ReplyRow,
} from './store.ts'

export const NO_RESPONSE = {
  kind: 'decline',
  reason_code: 'no_response',
  reason: 'The carrier did not answer in time.',
} as const

export type QuoteReply = CreditPart & {
  kind: 'offer' | 'decline'
  reason_code?: string
  reason?: string
  valid_until?: string
}

export type KeptReply<Reply> = Omit<ReplyRow, 'answer'> & { reply: Reply }

type NewKeptReply = Omit<NewReply, 'answer'> & { reply: CreditPart | OfferList<CreditPart> }

const isList = (reply: object): reply is OfferList<CreditPart> => 'kind' in reply && reply.kind === 'offers'

const split = ({ consumer_report, score_reasons, ...open }: CreditPart) => ({
  open,
  credit: { consumer_report, score_reasons },
})

const hasCredit = (credit: object): boolean => Object.values(credit).some(part => part !== undefined)

/** Only data from a credit report is encrypted: one part for each offer. */
export const keepReply = (app: App, { reply, ...row }: NewKeptReply): Promise<void> => {
  const parts = (isList(reply) ? reply.offers : [reply]).map(split)
  const open = parts.map(part => part.open)
  const answer = isList(reply) ? { kind: reply.kind, offers: open } : open[0]
  const credit = parts.map(part => part.credit)
  if (!credit.some(hasCredit)) return insertReply(app.db, { ...row, answer })
  const text = JSON.stringify(isList(reply) ? credit : credit[0])
  const sealed = app.sealer.seal(carrierAnswers.context('answer', row), text)
  return insertReply(app.db, { ...row, answer: { ...answer, credit: sealed.toString('base64') } })
}

type Answer = { credit?: string; kind?: string; offers?: object[] }

const opened = <Reply>(app: App, { answer, ...row }: ReplyRow): KeptReply<Reply>[] => {
  const { credit, ...open } = answer as Answer
  const text =
    credit === undefined
      ? '{}'
      : app.sealer.open(carrierAnswers.context('answer', row), Buffer.from(credit, 'base64'))
  const parts = [JSON.parse(text)].flat() as CreditPart[]
  const replies = open.kind === 'offers' ? (open.offers ?? []) : [open]
  return replies.map((reply, at) => ({ ...row, reply: { ...reply, ...parts[at] } as Reply }))
}

export const repliesOf = async <Reply>(app: App, quoting: Quoting): Promise<KeptReply<Reply>[]> =>
  (await listReplyRows(app.db, quoting)).flatMap(row => opened<Reply>(app, row))

export const declinesAbout = async (app: App, uid: string): Promise<KeptReply<Decline>[]> =>
  (await listDeclineRows(app.db, uid)).flatMap(row => opened<Decline>(app, row))
