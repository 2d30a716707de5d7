import Type, { type TSchema } from 'typebox'
import type { FieldProblem } from '../../../platform/errors.ts'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { LINES, type LineName, lineNames } from '../../../platform/lines.ts'
import { bindAnswerSchemas } from '../contract/bind.ts'
import { MOST_OFFERS } from '../contract/parse-quote.ts'
import {
  type CarrierEvent,
  type EventType,
  offerChangeSchemas,
  PolicyCanceled,
  PolicyDocument,
  PolicyEndorsed,
  PolicyRenewed,
} from '../events/event.ts'
import { contracted } from './lines.ts'
import { anyOf, content, header, problem, reference, request_id, withoutKind } from './parts.ts'

const { Bound, InfoRequested, Blocked } = bindAnswerSchemas
const { PriceChanged, Withdrawn } = offerChangeSchemas

const offerEvent = (line: LineName): string => `${LINES[line].title}OfferEvent`

const EVENTS: Readonly<Record<EventType, readonly [sentence: string, data: TSchema | object]>> = {
  'quote.offered': [
    'One offer or several, after pending or referred.',
    anyOf(...lineNames.map(offerEvent), 'OfferListEvent'),
  ],
  'quote.declined': [
    'A decline, after pending or referred.',
    Type.Object({ request_id, ...withoutKind(contracted.homeowners.answers.Refusal) }),
  ],
  'quote.withdrawn': [
    'The offer can no longer be bought.',
    Type.Object({ request_id, ...Withdrawn.properties }),
  ],
  'price.changed': [
    'The offer, or a quote that is already ordered, has another price. It ends the order: never issue it. The insured must agree to the new price, and a new order comes.',
    Type.Object({ request_id, ...PriceChanged.properties }),
  ],
  'info.requested': [
    'What the carrier needs to know before it answers. For a quote, our staff read it, ask the applicant, and tell you. For an order, fields names it, and it ends the order: never issue it. Once the question is settled, a new order comes.',
    Type.Object({
      request_id,
      reason: InfoRequested.properties.reason,
      fields: Type.Optional(InfoRequested.properties.fields),
    }),
  ],
  'policy.bound': [
    'The policy, after a pending order, at the price and from the day that were signed.',
    Type.Object({ request_id, ...withoutKind(Bound) }),
  ],
  'policy.blocked': ['The order is refused for good.', Type.Object({ request_id, ...withoutKind(Blocked) })],
  'policy.document': [
    'The declarations page. We compare it with what is on record, and the insured downloads it once it is accepted. It may come before the policy, and an accepted one takes the place of the one before. Without a file, the event is only noted.',
    Type.Object({ request_id, ...Type.Partial(PolicyDocument).properties }),
  ],
  'policy.canceled': [
    'The policy ends before its time. The insured is told, and later installments are not billed. Send it again with another day to correct it.',
    Type.Object({ request_id, ...PolicyCanceled.properties }),
  ],
  'policy.endorsed': [
    'The policy changed within its period: a lender, limits or deductibles, named insureds, or the mailing address. It ends the request for it that waits here. We record it, bill or return premium_change_cents if we collect, and tell the insured and the lenders. A correction is noted: send the new page as policy.document.',
    Type.Object({ request_id, ...PolicyEndorsed.properties }),
  ],
  'policy.renewal_offered': [
    'You offer to renew the policy. The insured reads the price and your reasons, and our staff tell you if they accept. Another price replaces the offer. Without annual_price, our staff ask you for the terms.',
    Type.Object({ request_id, ...Type.Partial(PolicyRenewed).properties }),
  ],
  'policy.renewed': [
    'You renewed the policy for another period, also after you had refused to. Send it again with what you state later: policy_number if it changes, bill_to, payment in your words, or limits. With another price or end than before, it is refused, and our staff call you.',
    Type.Object({ request_id, ...PolicyRenewed.properties }),
  ],
}

export const eventSchemas: Record<string, TSchema> = {
  ...Object.fromEntries(
    lineNames.map(line => [
      offerEvent(line),
      Type.Object({ request_id, ...withoutKind(contracted[line].answers.Offer) }),
    ]),
  ),
  OfferListEvent: Type.Object({
    request_id,
    offers: Type.Array(Type.Object({ quote_number: Type.String() }), { minItems: 1, maxItems: MOST_OFFERS }),
  }),
  EventAnswer: Type.Object({
    status: Type.Enum(['taken', 'repeated', 'refused']),
    because: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
  }),
}

const dataSchema = (type: EventType, line: LineName, isList: boolean): TSchema => {
  if (type !== 'quote.offered') return EVENTS[type][1] as TSchema
  const offer = withoutKind(contracted[line].answers.Offer)
  return Type.Object(
    isList ? { request_id, offers: Type.Array(Type.Object(offer)) } : { request_id, ...offer },
  )
}

const checkers = new Map<string, ReturnType<typeof inputChecker>>()

export const eventProblems = (
  { type, data }: Pick<CarrierEvent, 'type' | 'data'>,
  line: LineName,
): FieldProblem[] => {
  const isList = 'offers' in data
  const name = `${type}/${line}/${isList}`
  const problemsOf = checkers.get(name) ?? inputChecker(dataSchema(type, line, isList))
  checkers.set(name, problemsOf)
  return problemsOf(data).map(problem => ({ ...problem, path: `data.${problem.path}` }))
}

const eventId = (type: string): string =>
  type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

export const eventObject = (type: EventType) => {
  const [summary, data] = EVENTS[type]
  return {
    post: {
      operationId: eventId(type),
      summary,
      tags: ['events'],
      security: [{ standard_webhooks: [] }],
      parameters: [
        header(
          'webhook-id',
          'One for each event, without dots. An event counts once; send it again under the same id.',
        ),
        header('webhook-timestamp', 'Unix seconds, at most five minutes off.'),
      ],
      requestBody: {
        required: true,
        content: content({
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data },
        }),
      },
      responses: {
        200: {
          description: 'Done. If the status is refused, because names the reason. Do not send it again.',
          content: content(reference('EventAnswer')),
        },
        400: problem(
          'The event breaks a rule. fields names what is wrong in its data. Correct it; it may come again under its id.',
        ),
        401: problem('The signature is wrong or the event is too old.'),
        404: problem('You were not asked this.'),
        413: problem(
          'The body is larger than 4,112 KiB: a PDF of 3 MiB in base64, and 16 KiB for the rest. Send less, under the same id.',
        ),
        429: problem('Too many events. Send it again later.'),
        503: problem('Send it again.'),
      },
    },
  }
}
