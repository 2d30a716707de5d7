import Type, { type TSchema } from 'typebox'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { LINES, type LineName, lineNames } from '../../../platform/lines.ts'
import { bindAnswerSchemas, orders } from '../contract/bind.ts'
import { Delivery } from '../contract/documents.ts'
import { laterSchemas } from '../contract/parse-later.ts'
import { eventTypes } from '../events/event.ts'
import { eventObject, eventSchemas } from './event-contract.ts'
import { contracted } from './lines.ts'
import { anyOf, content, echoed, header, offersOf, problem, reference, request_id } from './parts.ts'

const { Pending, Referred } = laterSchemas
const { Bound, InfoRequested, Blocked, PriceChanged } = bindAnswerSchemas

const LATER = ['Pending', 'Referred']

const lineSchemas = (line: LineName): Record<string, TSchema | object> => {
  const { title } = LINES[line]
  const { requests, answers } = contracted[line]
  return {
    [`${title}QuoteRequest`]: requests.second,
    [`${title}QuoteRequestV1`]: requests.first,
    [`${title}Offer`]: echoed(answers.Offer),
    [`${title}Offers`]: offersOf(answers.Offer),
    [`${title}Decline`]: echoed(answers.Refusal),
    [`${title}Answer`]: anyOf(`${title}Offer`, `${title}Offers`, `${title}Decline`, ...LATER),
  }
}

const schemas: Record<string, TSchema | object> = {
  ...Object.assign({}, ...lineNames.map(lineSchemas)),
  Pending: echoed(Pending),
  Referred: echoed(Referred),
  Order: orders.second,
  OrderV1: orders.first,
  Bound: echoed(Bound),
  InfoRequested: echoed(InfoRequested),
  Blocked: echoed(Blocked),
  PriceChanged: echoed(PriceChanged),
  OrderAnswer: anyOf('Bound', 'InfoRequested', 'PriceChanged', 'Blocked', 'Pending'),
  Delivery,
  Receipt: Type.Object({ request_id, kind: Type.Enum(['received']) }),
  Problem: Type.Object({
    error: Type.String(),
    message: Type.Optional(Type.String()),
    fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), problem: Type.String() }))),
  }),
}

type Call = {
  id: string
  summary: string
  description: string
  tag: string
  body: readonly [string, ...string[]]
  answer: string
}

const ofBoth = (name: string): [string, string] => [name, `${name}V1`]

const call = ({ id, summary, description, tag, body, answer }: Call) => ({
  post: {
    operationId: id,
    summary,
    description,
    tags: [tag],
    parameters: [
      header('X-Request-Id', 'The request_id of the body. The same for every attempt: answer as before.'),
    ],
    requestBody: { required: true, content: content(anyOf(...body)) },
    responses: {
      200: { description: 'The answer, at most 256 KiB.', content: content(reference(answer)) },
      400: problem('The body is not JSON, or a field is missing.'),
      401: problem('The signature is missing, wrong, or older than five minutes.'),
      503: problem('Try again. Up to three attempts are made within the time limit.'),
    },
  },
})

const poll = ({ id, summary, description, tag, answer }: Omit<Call, 'body'>) => ({
  get: {
    operationId: id,
    summary,
    description,
    tags: [tag],
    parameters: [{ name: 'request_id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The answer, or pending again.', content: content(reference(answer)) },
      401: problem('The signature is missing, wrong, or older than five minutes.'),
      404: problem('You were not asked this.'),
      503: problem('Try again.'),
    },
  },
})

const QUOTE =
  'Answer with an offer, several offers, or a decline. If you need time, answer pending or referred and send the answer as an event.'
const ORDER =
  'Issue one policy for each request_id, at the price and from the day in the order, and answer with it again if the order is repeated. Blocked is final. So are info_requested and price_changed: never issue this order. Once the question is settled or the person agrees to the new price, a new order comes, with another request_id.'
const POLL =
  'Only if your entry says events: false. Called after pending or referred, with growing pauses. Answer as before, or with the answer once you have it. The request_id is signed in place of a body.'

const tags = {
  ...recordOf(
    lineNames,
    line => `Calls that ${LINES[line].titled} carrier implements. The paths are examples: you choose them.`,
  ),
  events:
    'What a carrier may send by itself, to POST /carriers/{id}/events of the service. Events about a quote have the request_id of its request; events about an order or its policy have that of the order, also years later.',
}

const lineCalls = (tag: LineName, { title: name, titled } = LINES[tag]) => ({
  [`/${tag}`]: call({
    id: `quote${name}`,
    summary: `Quote ${tag} insurance.`,
    description: QUOTE,
    tag,
    body: ofBoth(`${name}QuoteRequest`),
    answer: `${name}Answer`,
  }),
  [`/${tag}/bind`]: call({
    id: `bind${name}`,
    summary: `Issue ${titled} policy.`,
    description: ORDER,
    tag,
    body: ofBoth('Order'),
    answer: 'OrderAnswer',
  }),
  [`/${tag}/{request_id}`]: poll({
    id: `poll${name}Quote`,
    summary: 'Say whether a quote is ready.',
    description: POLL,
    tag,
    answer: `${name}Answer`,
  }),
  [`/${tag}/bind/{request_id}`]: poll({
    id: `poll${name}Order`,
    summary: 'Say whether a policy is issued.',
    description: POLL,
    tag,
    answer: 'OrderAnswer',
  }),
  ...(contracted[tag].takesDocuments && {
    [`/${tag}/documents`]: call({
      id: 'takeDocument',
      summary: 'Receive a document that you asked for.',
      description: 'It comes before the next order, which lists it by its request_id as document_id.',
      tag,
      body: ['Delivery'],
      answer: 'Receipt',
    }),
  }),
})

const paths = Object.assign({}, ...lineNames.map(line => lineCalls(line)))

export const carrierContract = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Bindery carrier API',
    version: '2.0.0',
    summary: 'What an insurance company implements to quote and bind through Bindery.',
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [{ url: 'https://quotes.carrier.invalid' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  security: [{ signature: [] }],
  paths,
  webhooks: Object.fromEntries(eventTypes.map(type => [type, eventObject(type)])),
  components: {
    schemas: { ...schemas, ...eventSchemas },
    securitySchemes: {
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Signature',
        description: 't=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body" with the shared secret>',
      },
      standard_webhooks: {
        type: 'apiKey',
        in: 'header',
        name: 'webhook-signature',
        description: 'As https://www.standardwebhooks.com describes. The secret’s bytes are the key.',
      },
    },
  },
})
