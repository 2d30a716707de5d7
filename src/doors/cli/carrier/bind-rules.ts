import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import { type DocumentDelivery, parseReceipt } from '../../../agency/carriers/contract/documents.ts'
import { parseBindAnswer } from '../../../agency/carriers/contract/parse-bind-answer.ts'
import { isSuccess, offersIn, type Probe, type ProbeSigning, toldIn } from './probe.ts'
import { broken, type ContractRule, namingFields, type RuleVerdict, skipped } from './rule.ts'
import { sampleDocument, sampleOrder } from './sample-requests.ts'

const NO_OFFER = skipped('There was no offer to order from.')

const newOrder = async (probe: Probe): Promise<BindRequest | null> => {
  const { parsed } = await probe.quote(probe.request())
  const [offer] = offersIn(parsed?.answer ?? null)
  const { state, contract2 } = probe
  return offer ? sampleOrder({ ...offer, state, now: new Date(), contract2 }) : null
}

const send = (probe: Probe, order: BindRequest, signing: ProbeSigning = {}) =>
  probe.send(probe.endpoint.bindUrl, order.request_id, JSON.stringify(order), signing)

const place = async (probe: Probe, order: BindRequest) => {
  const reply = await send(probe, order)
  const read = reply.kind === 'reply' && isSuccess(reply.status)
  return { reply, parsed: read ? parseBindAnswer(reply.text, order) : null }
}

const withOrder =
  (judge: (probe: Probe, order: BindRequest) => Promise<RuleVerdict>) =>
  async (probe: Probe): Promise<RuleVerdict> => {
    const order = await newOrder(probe)
    return order ? judge(probe, order) : NO_OFFER
  }

const policyIn = ({ parsed }: Awaited<ReturnType<typeof place>>): string => {
  const { answer, outcome } = parsed ?? { answer: null, outcome: 'no answer' }
  return answer?.kind === 'bound' ? `policy ${answer.policy_number}` : (answer?.kind ?? outcome)
}

const onePolicy = (one: string, other: string): RuleVerdict =>
  one === other || one === 'pending' ? null : broken(`First ${one}, then ${other}.`)

const notBound = async (probe: Probe, order: BindRequest): Promise<RuleVerdict> => {
  const { reply, parsed } = await place(probe, order)
  if (reply.kind === 'failed') return broken(`There was no answer: ${toldIn(reply)}.`)
  const sold = parsed && ['bound', 'pending', 'other_terms'].includes(parsed.outcome)
  return sold ? broken(`It was answered with ${parsed.outcome}.`) : null
}

const deliver = async (probe: Probe, url: string, document: DocumentDelivery): Promise<RuleVerdict> => {
  const reply = await probe.send(url, document.request_id, JSON.stringify(document))
  if (reply.kind === 'failed' || !isSuccess(reply.status))
    return broken(`It was answered with ${toldIn(reply)}.`)
  const { answer, outcome } = parseReceipt(reply.text, document)
  return answer ? null : broken(`The receipt was not valid. (${outcome})`)
}

export const bindRules: readonly ContractRule[] = [
  {
    name: 'valid_order_answer',
    sentence:
      'An order is answered with bound, pending, info_requested, price_changed or blocked, as the contract has it.',
    judge: withOrder(async (probe, order) => {
      const { reply, parsed } = await place(probe, order)
      if (!parsed) return broken(`It was answered with ${toldIn(reply)}.`)
      return parsed.answer || parsed.outcome === 'other_terms'
        ? null
        : namingFields(broken(`The answer was not valid. (${parsed.outcome})`), reply, probe.line)
    }),
  },
  {
    name: 'binds_signed_terms',
    sentence: 'A policy has the price and the start date of the order.',
    judge: withOrder(async (probe, order) => {
      const { parsed } = await place(probe, order)
      if (parsed?.outcome === 'other_terms') return broken('The price or the start date was different.')
      return parsed?.answer?.kind === 'bound' ? null : skipped('No policy was issued.')
    }),
  },
  {
    name: 'one_policy',
    sentence: 'An order that is sent again gets the same policy.',
    judge: withOrder(async (probe, order) => {
      const first = await place(probe, order)
      return onePolicy(policyIn(first), policyIn(await place(probe, order)))
    }),
  },
  {
    name: 'one_policy_at_once',
    sentence: 'An order that is sent twice at the same time gets one policy.',
    judge: withOrder(async (probe, order) => {
      const [one, other] = await Promise.all([place(probe, order), place(probe, order)])
      const [first, second] = [policyIn(one), policyIn(other)]
      return second === 'pending' ? null : onePolicy(first, second)
    }),
  },
  {
    name: 'refuses_unknown_quote',
    sentence: 'An order for a quote number that the carrier never gave is not bound.',
    judge: withOrder((probe, order) =>
      notBound(probe, { ...order, quote_number: `${order.quote_number}-unknown` }),
    ),
  },
  {
    name: 'refuses_other_price',
    sentence: 'An order at another price than the offer is not bound.',
    judge: withOrder((probe, order) => notBound(probe, { ...order, annual_price: order.annual_price + 1 })),
  },
  {
    name: 'refuses_forged_order',
    sentence: 'An order signed with another secret gets 401.',
    judge: withOrder(async (probe, order) => {
      const reply = await send(probe, order, { secret: `not ${probe.secret}` })
      return reply.kind === 'reply' && (reply.status === 401 || reply.status === 403)
        ? null
        : broken(`It was answered with ${toldIn(reply)} instead of 401.`)
    }),
  },
  {
    name: 'receives_documents',
    only: 'takesDocuments',
    sentence: 'A document is received, and received again when it is repeated.',
    judge: withOrder(async (probe, order) => {
      const { documentsUrl } = probe.endpoint
      if (documentsUrl === undefined) return skipped('There is no address for documents.')
      const document = sampleDocument(order.quote_number)
      return (await deliver(probe, documentsUrl, document)) ?? deliver(probe, documentsUrl, document)
    }),
  },
]
