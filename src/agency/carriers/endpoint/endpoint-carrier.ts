import type { CarrierFacts } from '../../../platform/config/carrier-facts.ts'
import { beside } from '../../../platform/config/carriers-file.ts'
import type { QuoteRequest } from '../../../platform/values/sourced.ts'
import type { BindRequest } from '../contract/bind.ts'
import { carrierInfoOf } from '../contract/carrier-info.ts'
import type { ParsedAnswer } from '../contract/parse-answer.ts'
import { parseBindAnswer } from '../contract/parse-bind-answer.ts'
import { type Dated, hasExpired } from '../contract/parse-quote.ts'
import { type EndpointSettings, type EndpointTools, endpointCaller } from './call-endpoint.ts'

export type EndpointCarrier = EndpointSettings & {
  name: string
  answerWithinHours?: number
  facts: CarrierFacts
  contract2?: { identified: boolean }
  polled?: true
}
type Addresses = { url: string; bindUrl: string }

export const endpointCarrier = <Q extends QuoteRequest<object>, A extends Dated>(
  settings: EndpointCarrier & Addresses & { states: readonly string[] },
  tools: EndpointTools,
  parse: (text: string, request: Q) => ParsedAnswer<A>,
) => {
  const call = endpointCaller(settings, tools)
  const { id, name, states, answerWithinHours, facts, url, bindUrl, contract2, polled } = settings
  const parseFor =
    (request: Q) =>
    (text: string): ParsedAnswer<A> => {
      const read = parse(text, request)
      return read.answer && hasExpired(read.answer, tools.clock.now())
        ? { outcome: 'expired_offer', answer: null }
        : read
    }
  const poll = {
    quote: (request: Q) => {
      const { request_id } = request
      return call({ url: beside(url, request_id), request_id, body: null, parse: parseFor(request) })
    },
    bind: (request: BindRequest) => {
      const { request_id } = request
      const parseAnswer = (text: string) => parseBindAnswer(text, request)
      return call({ url: beside(bindUrl, request_id), request_id, body: null, parse: parseAnswer })
    },
  }
  const carrier = {
    id,
    name,
    mode: 'live',
    kind: 'api',
    states,
    answerWithinHours,
    admitted: facts.admitted,
    info: carrierInfoOf(facts),
    contract2,
    poll: polled && poll,
    quote: (request: Q) => {
      const { request_id, today, risk, sources } = request
      const body = JSON.stringify(contract2 ? request : { request_id, today, risk, sources })
      return call({ url, request_id, body, parse: parseFor(request) })
    },
    bind: (request: BindRequest) => {
      const { request_id } = request
      const body = JSON.stringify(request)
      return call({ url: bindUrl, request_id, body, parse: text => parseBindAnswer(text, request) })
    },
  } as const
  return { call, carrier }
}
