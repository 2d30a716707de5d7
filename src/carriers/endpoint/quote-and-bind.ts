import type { Reading } from '../contract/answer-parts.ts'
import type { BindRequest } from '../contract/bind.ts'
import { readBindAnswer } from '../contract/bind-answer.ts'
import type { QuoteRequest } from '../contract/carrier.ts'
import { type EndpointSettings, type EndpointTools, endpointAsker } from './ask-endpoint.ts'

export type EndpointCarrier = EndpointSettings & { name: string }
type Addresses = { url: string; bindUrl: string }

/** What a carrier is asked, whatever the line: for a price, and to bind. */
export const quotingAndBinding = <Q extends QuoteRequest<object>, A>(
  settings: EndpointSettings & Addresses,
  tools: EndpointTools,
  read: (text: string, request: Q) => Reading<A>,
) => {
  const ask = endpointAsker(settings, tools)
  const { url, bindUrl } = settings
  return {
    ask,
    quote: (request: Q) => {
      const { request_id, today, risk } = request
      const body = JSON.stringify({ request_id, today, risk })
      return ask({ url, request_id, body, read: text => read(text, request) })
    },
    bind: (request: BindRequest) => {
      const { request_id } = request
      const body = JSON.stringify(request)
      return ask({ url: bindUrl, request_id, body, read: text => readBindAnswer(text, request) })
    },
  }
}
