import type { HomeownersEndpoint, UmbrellaEndpoint } from '../config/carriers-file.ts'
import type { Reading } from './answer-parts.ts'
import { type EndpointSettings, type EndpointTools, endpointAsker } from './ask-endpoint.ts'
import type { BindRequest } from './bind.ts'
import { readBindAnswer } from './bind-answer.ts'
import { type DocumentDelivery, type DocumentReceipt, readReceipt } from './documents.ts'
import type { Question } from './exchange.ts'
import { readHomeAnswer } from './home-answer.ts'
import type { LiveCarrier, LiveUmbrellaCarrier } from './mode.ts'
import { readUmbrellaAnswer } from './umbrella-answer.ts'

type Settings = EndpointSettings & { name: string }
type Addresses = { url: string; bindUrl: string }
type QuoteRequest = { request_id: string; today: string; risk: object }

/** What a carrier is asked, whatever the line: for a price, and to bind. */
const asking = <Q extends QuoteRequest, A>(
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

/** A carrier's own endpoint for homes. */
export const httpCarrier = (settings: Settings & HomeownersEndpoint, tools: EndpointTools): LiveCarrier => {
  const { id, name, homeownersStates } = settings
  const { quote, bind } = asking(settings, tools, readHomeAnswer)
  return { id, name, mode: 'live', homeownersStates, quoteHome: quote, bind }
}

/** The bytes are kept with the document; the record of the exchange tells which they were. */
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

/** And for umbrellas. */
export const httpUmbrellaCarrier = (
  settings: Settings & UmbrellaEndpoint,
  tools: EndpointTools,
): LiveUmbrellaCarrier => {
  const { id, name, umbrellaStates, workflow, documentsUrl } = settings
  const { ask, quote, bind } = asking(settings, tools, readUmbrellaAnswer)
  return {
    id,
    name,
    mode: 'live',
    umbrellaStates,
    workflow,
    quoteUmbrella: quote,
    takeDocument: document => ask(delivery(documentsUrl, document)),
    bind,
  }
}
