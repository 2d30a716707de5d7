import { isLater } from '../../../agency/carriers/contract/parse-later.ts'
import { replyIn } from '../../../agency/carriers/events/event.ts'
import { lazily } from '../../../platform/lib/lazily.ts'
import type { Listener, ReceivedEvent } from './event-listener.ts'
import type { Probe } from './probe.ts'
import { broken, type ContractRule, type RuleVerdict, skipped } from './rule.ts'

type Waiting = { listener: Listener; milliseconds: number }
type Heard =
  | { none: { skipped: string } }
  | { none: null; held: ReceivedEvent[]; other: ReceivedEvent[]; forged: number; bad: number }

const about = (received: readonly ReceivedEvent[], request_id: string): ReceivedEvent[] =>
  received.filter(({ event }) => event?.data.request_id === request_id)

const hear = async (probe: Probe, { listener, milliseconds }: Waiting): Promise<Heard> => {
  listener.received.length = 0
  const [held, other] = [probe.request(), probe.request()]
  const seen = ({ request_id }: { request_id: string }) => about(listener.received, request_id)
  const taken = (request: { request_id: string }) => seen(request).some(({ accepted }) => accepted)
  listener.accepts = ({ data }) =>
    data.request_id !== held.request_id || (taken(other) && seen(held).length > 0)
  const answers = [await probe.quote(held), await probe.quote(other)]
  if (!answers.every(({ parsed }) => parsed?.answer && isLater(parsed.answer)))
    return { none: skipped('It answered at once, so there is no event to wait for.') }
  const forged = () => seen(held).some(({ genuine }) => !genuine)
  await listener.until(() => (taken(held) && taken(other)) || forged(), milliseconds)
  const valid = ({ event, genuine }: ReceivedEvent, request: typeof held): boolean =>
    !genuine || (event !== null && probe.read(replyIn(event) ?? {}, request).answer !== null)
  return {
    none: null,
    held: seen(held),
    other: seen(other),
    forged: listener.received.filter(({ genuine }) => !genuine).length,
    bad:
      listener.received.filter(({ genuine, event }) => genuine && event === null).length +
      [held, other].flatMap(request => seen(request).filter(one => !valid(one, request))).length,
  }
}

const NO_EVENT = skipped('No signed event came.')

type EventRule = {
  name: string
  sentence: string
  verdict(heard: Extract<Heard, { none: null }>): RuleVerdict
}

const noneGenuine = (held: readonly ReceivedEvent[]): boolean => held.every(({ genuine }) => !genuine)

const EVENT_RULES: readonly EventRule[] = [
  {
    name: 'sends_events',
    sentence: 'After pending or referred, the answer comes as an event.',
    verdict: ({ held }) => (held.length > 0 ? null : broken('No event came in time.')),
  },
  {
    name: 'signed_events',
    sentence: 'Events are signed as Standard Webhooks describes, with the secret that is shared.',
    verdict: ({ forged }) => (forged === 0 ? null : broken(`${forged} had a wrong signature.`)),
  },
  {
    name: 'valid_events',
    sentence: 'Events say what the contract allows.',
    verdict({ held, bad }) {
      if (noneGenuine(held)) return NO_EVENT
      return bad === 0 ? null : broken(`${bad} did not.`)
    },
  },
  {
    name: 'sends_events_again',
    sentence: 'An event that was answered with 503 comes again under the same webhook-id.',
    verdict({ held }) {
      const [first, ...again] = held.filter(({ genuine }) => genuine)
      if (!first) return NO_EVENT
      if (again.length === 0) return broken('It did not come again in time.')
      return again.some(({ id }) => id === first.id) ? null : broken('It came again under another id.')
    },
  },
  {
    name: 'events_in_any_order',
    sentence: 'An event that is not accepted does not hold back events about other requests.',
    verdict({ held, other }) {
      if (noneGenuine(held)) return NO_EVENT
      return other.some(({ accepted }) => accepted)
        ? null
        : broken('The event about another request did not come in time.')
    },
  },
]

export const eventRules = (waiting: Waiting): readonly ContractRule[] => {
  const heardBy = new Map<Probe, () => Promise<Heard>>()
  const heard = (probe: Probe): Promise<Heard> => {
    const listen = heardBy.get(probe) ?? lazily(() => hear(probe, waiting))
    heardBy.set(probe, listen)
    return listen()
  }
  return EVENT_RULES.map(({ name, sentence, verdict }) => ({
    name,
    sentence,
    async judge(probe) {
      const found = await heard(probe)
      return found.none ?? verdict(found)
    },
  }))
}
