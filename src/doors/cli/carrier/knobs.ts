import { keysOf } from '../../../platform/lib/keys-of.ts'
/** First what a carrier may do, then what it must not. A request chooses one by its position, so the order stays. */
export const KNOBS = {
  slow: 'Answers after three seconds.',
  pending: 'Answers "pending" and sends the offer as an event.',
  referred: 'Answers "referred" and sends the offer as an event.',
  decline: 'Declines.',
  offers: 'Makes two offers.',
  price_change: 'Makes an offer, then sends an event with a price that is $100 higher.',
  withdraw: 'Makes an offer, then sends an event that withdraws it.',
  block: 'Refuses the order for good.',
  info: 'Answers an order with a question.',
  bind_pending: 'Answers an order with "pending" and sends the policy as an event.',
  twice: 'Sends every event twice.',
  unavailable: 'Answers the first attempt of each request with 503.',
  garbage: 'Answers with text that is not JSON.',
  wrong_request_id: 'Answers with the request_id of another request.',
  forgets: 'Makes a new offer when a request is repeated.',
  unsigned: 'Does not check signatures.',
  replayed: 'Accepts old signatures.',
  lenient: 'Makes an offer for a request that is not JSON or has no risk.',
  strict: 'Refuses requests with a field that it does not know.',
  bare_decline: 'Declines without a reason.',
  credit: 'Uses credit without permission.',
  huge: 'Answers with more than 256 KiB.',
  redirect: 'Answers with a redirect.',
  silent: 'Never answers.',
  other_price: 'Issues the policy at a price that is $1 higher.',
  other_date: 'Issues the policy from the next day.',
  two_policies: 'Issues another policy when an order is repeated.',
  any_quote: 'Issues a policy for any quote number at any price.',
  forged_event: 'Signs events with another secret.',
  new_event_id: 'Sends an event again under a new id.',
  gives_up: 'Sends an event only once, even if it was not accepted.',
  no_events: 'Sends no events. Late answers are read with GET.',
  bind_price: 'Answers an order with a price that is $50 higher.',
  forgets_polls: 'Does not know a request when it is asked with GET.',
} as const

export type Knob = keyof typeof KNOBS
export type Knobs = ReadonlySet<Knob>

export const knobNames = keysOf(KNOBS)

export const isKnob = (name: string): name is Knob => Object.hasOwn(KNOBS, name)

// An application accepts at most 50 jet skis, and no carrier insures a household with 17.
const FIRST = { home_sqft: 7701, jet_skis: 17 } as const

type Chooser = keyof typeof FIRST

export const chosenBy = (knob: Knob, field: Chooser): number => FIRST[field] + knobNames.indexOf(knob)

export const knobIn = (risk: unknown): Knob | undefined => {
  const facts = Object(risk) as Record<string, unknown>
  const field = (['home_sqft', 'jet_skis'] as const).find(name => typeof facts[name] === 'number')
  return field && knobNames[Number(facts[field]) - FIRST[field]]
}
