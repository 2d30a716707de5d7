import type { UmbrellaEndpoint } from '../../../platform/config/carriers-file.ts'
import { type DocumentDelivery, type DocumentReceipt, parseReceipt } from '../contract/documents.ts'
import type { EndpointTools } from '../endpoint/call-endpoint.ts'
import { type EndpointCarrier, endpointCarrier } from '../endpoint/endpoint-carrier.ts'
import type { EndpointCall } from '../endpoint/exchange.ts'
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
  const { workflow, requiresSignature, documentsUrl } = settings
  const { call, carrier } = endpointCarrier(settings, tools, parseUmbrellaAnswer)
  return {
    ...carrier,
    workflow,
    requiresSignature,
    takeDocument: document => call(delivery(documentsUrl, document)),
  }
}
