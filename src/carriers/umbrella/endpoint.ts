import type { UmbrellaEndpoint } from '../../config/carriers-file.ts'
import { carrierInfoOf } from '../../line/wire/carrier-info.ts'
import { type DocumentDelivery, type DocumentReceipt, parseReceipt } from '../contract/documents.ts'
import type { EndpointTools } from '../endpoint/call-endpoint.ts'
import type { EndpointCall } from '../endpoint/exchange.ts'
import { type EndpointCarrier, quoteAndBind } from '../endpoint/quote-and-bind.ts'
import type { UmbrellaCarrier } from './carrier.ts'
import { parseUmbrellaAnswer } from './parse-answer.ts'

const delivery = (url: string, document: DocumentDelivery): EndpointCall<DocumentReceipt> => {
  const { content: _, ...recorded } = document
  return {
    url,
    request_id: document.request_id,
    body: JSON.stringify(document),
    recorded: JSON.stringify(recorded),
    parse: text => parseReceipt(text, document),
  }
}

export const httpUmbrellaCarrier = (
  settings: EndpointCarrier & UmbrellaEndpoint,
  tools: EndpointTools,
): UmbrellaCarrier<'live'> => {
  const { id, name, states, answerWithinHours, facts, contract2, workflow, requiresSignature, documentsUrl } =
    settings
  const { call, quote, bind, poll } = quoteAndBind(settings, tools, parseUmbrellaAnswer)
  return {
    id,
    name,
    mode: 'live',
    kind: 'api',
    states,
    answerWithinHours,
    admitted: facts.admitted,
    info: carrierInfoOf(facts),
    contract2,
    poll,
    workflow,
    requiresSignature,
    quote,
    takeDocument: document => call(delivery(documentsUrl, document)),
    bind,
  }
}
