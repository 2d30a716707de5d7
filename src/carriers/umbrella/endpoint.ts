import type { UmbrellaEndpoint } from '../../config/carriers-file.ts'
import { type DocumentDelivery, type DocumentReceipt, readReceipt } from '../contract/documents.ts'
import type { EndpointTools } from '../endpoint/ask-endpoint.ts'
import type { Question } from '../endpoint/exchange.ts'
import { type EndpointCarrier, quotingAndBinding } from '../endpoint/quote-and-bind.ts'
import { readUmbrellaAnswer } from './answer.ts'
import type { UmbrellaCarrier } from './carrier.ts'

/** The exchange record leaves out the bytes: they are stored with the document. */
const delivery = (url: string, document: DocumentDelivery): Question<DocumentReceipt> => {
  const { content: _, ...kept } = document
  return {
    url,
    request_id: document.request_id,
    body: JSON.stringify(document),
    kept: JSON.stringify(kept),
    read: text => readReceipt(text, document),
  }
}

export const httpUmbrellaCarrier = (
  settings: EndpointCarrier & UmbrellaEndpoint,
  tools: EndpointTools,
): UmbrellaCarrier<'live'> => {
  const { id, name, states, workflow, documentsUrl } = settings
  const { ask, quote, bind } = quotingAndBinding(settings, tools, readUmbrellaAnswer)
  return {
    id,
    name,
    mode: 'live',
    states,
    workflow,
    quote,
    takeDocument: document => ask(delivery(documentsUrl, document)),
    bind,
  }
}
