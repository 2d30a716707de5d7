import Type, { type TObject, type TSchema } from 'typebox'
import { bindAnswerSchemas } from '../contract/parse-bind-answer.ts'
import { laterSchemas } from '../contract/parse-later.ts'
import { MOST_OFFERS } from '../contract/parse-quote.ts'
import { eventTypes } from '../events/event.ts'
import { homeAnswerSchemas } from '../homeowners/parse-answer.ts'
import { umbrellaAnswerSchemas } from '../umbrella/parse-answer.ts'
import { eventObject, eventSchemas } from './event-contract.ts'
import { anyOf, content, echoed, header, problem, reference, request_id, withoutKind } from './parts.ts'
import { Delivery, HomeQuoteRequest, Order, UmbrellaQuoteRequest } from './request-schemas.ts'

const offersOf = (offer: TObject) =>
  Type.Object({
    request_id,
    kind: Type.Enum(['offers']),
    offers: Type.Array(Type.Object(withoutKind(offer)), { minItems: 1, maxItems: MOST_OFFERS }),
  })

const { Pending, Referred } = laterSchemas
const { Bound, InfoRequested, Blocked } = bindAnswerSchemas

const LATER = ['Pending', 'Referred']

const schemas: Record<string, TSchema | object> = {
  HomeownersQuoteRequest: HomeQuoteRequest,
  HomeownersOffer: echoed(homeAnswerSchemas.Offer),
  HomeownersOffers: offersOf(homeAnswerSchemas.Offer),
  HomeownersDecline: echoed(homeAnswerSchemas.Refusal),
  HomeownersAnswer: anyOf('HomeownersOffer', 'HomeownersOffers', 'HomeownersDecline', ...LATER),
  UmbrellaQuoteRequest,
  UmbrellaOffer: echoed(umbrellaAnswerSchemas.Offer),
  UmbrellaOffers: offersOf(umbrellaAnswerSchemas.Offer),
  UmbrellaDecline: echoed(umbrellaAnswerSchemas.Refusal),
  UmbrellaAnswer: anyOf('UmbrellaOffer', 'UmbrellaOffers', 'UmbrellaDecline', ...LATER),
  Pending: echoed(Pending),
  Referred: echoed(Referred),
  Order,
  Bound: echoed(Bound),
  InfoRequested: echoed(InfoRequested),
  Blocked: echoed(Blocked),
  OrderAnswer: anyOf('Bound', 'InfoRequested', 'Blocked', 'Pending'),
  Delivery,
  Receipt: Type.Object({ request_id, kind: Type.Enum(['received']) }),
  Problem: Type.Object({ error: Type.String(), message: Type.Optional(Type.String()) }),
}

type Call = { id: string; summary: string; description: string; tag: string; body: string; answer: string }

const call = ({ id, summary, description, tag, body, answer }: Call) => ({
  post: {
    operationId: id,
    summary,
    description,
    tags: [tag],
    parameters: [
      header('X-Request-Id', 'The request_id of the body. The same for every attempt: answer as before.'),
    ],
    requestBody: { required: true, content: content(reference(body)) },
    responses: {
      200: { description: 'The answer, at most 256 KiB.', content: content(reference(answer)) },
      400: problem('The body is not JSON, or a field is missing.'),
      401: problem('The signature is missing, wrong, or older than five minutes.'),
      503: problem('Try again. Up to three attempts are made within the time limit.'),
    },
  },
})

const QUOTE =
  'Answer with an offer, several offers, or a decline. If you need time, answer pending or referred and send the answer as an event.'
const ORDER =
  'Issue one policy for each request_id, at the price and from the day in the order, and answer with it again if the order is repeated. Blocked is final.'

const tags = {
  homeowners: 'Calls that a homeowners carrier implements. The paths are examples: you choose them.',
  umbrella: 'Calls that an umbrella carrier implements. The paths are examples: you choose them.',
  events: 'What a carrier may send by itself, to POST /carriers/{id}/events of the service.',
}

const lineCalls = (tag: 'homeowners' | 'umbrella', name: string) => ({
  [`/${tag}`]: call({
    id: `quote${name}`,
    summary: `Quote ${tag} insurance.`,
    description: QUOTE,
    tag,
    body: `${name}QuoteRequest`,
    answer: `${name}Answer`,
  }),
  [`/${tag}/bind`]: call({
    id: `bind${name}`,
    summary: `Issue ${tag === 'homeowners' ? 'a homeowners' : 'an umbrella'} policy.`,
    description: ORDER,
    tag,
    body: 'Order',
    answer: 'OrderAnswer',
  }),
})

const paths = {
  ...lineCalls('homeowners', 'Homeowners'),
  ...lineCalls('umbrella', 'Umbrella'),
  '/umbrella/documents': call({
    id: 'takeDocument',
    summary: 'Receive a document that you asked for.',
    description: 'It comes before the next order, which lists it by its request_id as document_id.',
    tag: 'umbrella',
    body: 'Delivery',
    answer: 'Receipt',
  }),
}

/** OpenAPI 3.1 for what a carrier implements (paths) and what it may send (webhooks). */
export const carrierContract = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Bindery carrier API',
    version: '1.0.0',
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
