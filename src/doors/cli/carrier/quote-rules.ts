import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { requestId } from '../../../platform/lib/random.ts'
import { essenceOf, isSuccess, offersIn, type Probe, type ProbeSigning, type Said, toldIn } from './probe.ts'
import { broken, type ContractRule, namingFields, type RuleVerdict, skipped } from './rule.ts'
import { sampleStates } from './sample-requests.ts'

const NO_ANSWER = skipped('There was no answer to look at.')

const readAs =
  (outcomes: readonly string[], how: string) =>
  async (probe: Probe): Promise<RuleVerdict> => {
    const { parsed } = await probe.first()
    if (!parsed) return NO_ANSWER
    if (outcomes.includes(parsed.outcome)) return broken(`${how} (${parsed.outcome})`)
    return parsed.answer === null ? NO_ANSWER : null
  }

const refused =
  (signing: (probe: Probe) => ProbeSigning) =>
  async (probe: Probe): Promise<RuleVerdict> => {
    const reply = await probe.ask(probe.request(), signing(probe))
    const { kind } = reply
    if (kind === 'reply' && (reply.status === 401 || reply.status === 403)) return null
    return broken(`It was answered with ${toldIn(reply)} instead of 401.`)
  }

const refusedBody =
  (bodyFor: (request_id: string) => string) =>
  async (probe: Probe): Promise<RuleVerdict> => {
    const id = requestId()
    const reply = await probe.send(probe.endpoint.url, id, bodyFor(id))
    if (reply.kind === 'reply' && reply.status >= 400 && reply.status < 500) return null
    return broken(`It was answered with ${toldIn(reply)} instead of 400.`)
  }

const sameAs = (one: Said | null, other: Said | null): RuleVerdict => {
  if (!one?.answer) return NO_ANSWER
  if (!other?.answer) return broken('The second time there was no valid answer.')
  const [before, after] = [essenceOf(one.answer), essenceOf(other.answer)]
  return before === 'later' || before === after ? null : broken(`First ${before}, then ${after}.`)
}

const outsideOf = (states: readonly string[]): string | undefined =>
  sampleStates.find(state => !states.includes(state))

export const quoteRules: readonly ContractRule[] = [
  {
    name: 'answers_in_time',
    sentence: 'A quote request is answered within the time limit.',
    async judge(probe) {
      const { reply } = await probe.first()
      if (reply.kind === 'reply' || reply.outcome === 'too_large') return null
      return broken(
        reply.outcome === 'timed_out'
          ? `There was no answer after ${probe.timeLimitSeconds} seconds.`
          : `The endpoint could not be reached${reply.cause === undefined ? '' : ` (${reply.cause})`}.`,
      )
    },
  },
  {
    name: 'answers_with_200',
    sentence: 'A valid quote request gets status 200, never a redirect.',
    async judge(probe) {
      const { reply } = await probe.first()
      if (reply.kind === 'failed') return NO_ANSWER
      return isSuccess(reply.status) ? null : broken(`It was answered with status ${reply.status}.`)
    },
  },
  {
    name: 'small_answer',
    sentence: 'An answer has at most 256 KiB.',
    async judge(probe) {
      const { reply } = await probe.first()
      if (reply.kind === 'reply') return null
      return reply.outcome === 'too_large' ? broken('It was longer.') : NO_ANSWER
    },
  },
  { name: 'json_answer', sentence: 'An answer is JSON.', judge: readAs(['not_json'], 'It was not.') },
  {
    name: 'echoes_request_id',
    sentence: 'An answer repeats the request_id of its request.',
    judge: readAs(['other_request'], 'It named another request.'),
  },
  {
    name: 'valid_answer',
    sentence: 'An answer is an offer, offers, a decline, pending or referred, as the contract has it.',
    async judge(probe) {
      const { reply } = await probe.first()
      const verdict = await readAs(['not_an_answer', 'same_quote_number'], 'A field is not allowed.')(probe)
      return namingFields(verdict, reply, probe.line)
    },
  },
  {
    name: 'no_credit_without_permission',
    sentence: 'Without permission, an answer does not use credit.',
    judge: readAs(['score_not_allowed'], 'It did.'),
  },
  {
    name: 'full_limit',
    only: 'hasLimit',
    sentence: 'An umbrella offer has at least the limit that was asked for.',
    judge: readAs(['limit_too_low'], 'The limit was lower.'),
  },
  {
    name: 'same_answer_again',
    sentence: 'A repeated request_id gets the same answer.',
    async judge(probe) {
      const { request, parsed } = await probe.first()
      if (!parsed?.answer) return NO_ANSWER
      return sameAs(parsed, (await probe.quote(request)).parsed)
    },
  },
  {
    name: 'same_answer_at_once',
    sentence: 'Two requests with one request_id at the same time get the same answer.',
    async judge(probe) {
      const { parsed } = await probe.first()
      if (!parsed?.answer) return NO_ANSWER
      const request = probe.request()
      const [one, other] = await Promise.all([probe.quote(request), probe.quote(request)])
      return sameAs(one.parsed, other.parsed)
    },
  },
  {
    name: 'own_quote_number',
    sentence: 'Another request_id gets another quote number.',
    async judge(probe) {
      const { parsed } = await probe.first()
      const [offer] = offersIn(parsed?.answer ?? null)
      if (!offer) return skipped('There was no offer to look at.')
      const other = await probe.quote(probe.request())
      const again = offersIn(other.parsed?.answer ?? null)
      return again.some(({ quote_number }) => quote_number === offer.quote_number)
        ? broken(`${offer.quote_number} was given twice.`)
        : null
    },
  },
  {
    name: 'refuses_unsigned',
    sentence: 'A request without a signature gets 401.',
    judge: refused(() => ({ header: null })),
  },
  {
    name: 'refuses_wrong_signature',
    sentence: 'A request signed with another secret gets 401.',
    judge: refused(({ secret }) => ({ secret: `not ${secret}` })),
  },
  {
    name: 'refuses_old_signature',
    sentence: 'A request signed ten minutes ago gets 401.',
    judge: refused(() => ({ at: later(new Date(), -10 * MINUTE) })),
  },
  {
    name: 'refuses_bad_json',
    sentence: 'A signed request that is not JSON gets 400.',
    judge: refusedBody(id => `{"request_id": "${id}", `),
  },
  {
    name: 'refuses_incomplete_request',
    sentence: 'A signed request without a risk gets 400.',
    judge: refusedBody(request_id => JSON.stringify({ request_id })),
  },
  {
    name: 'ignores_unknown_fields',
    sentence: 'A request with a field that is new to the carrier is still answered.',
    async judge(probe) {
      const { parsed } = await probe.first()
      if (!parsed?.answer) return NO_ANSWER
      const request = { ...probe.request(), conformance_check: true }
      const { reply } = await probe.quote(request)
      return reply.kind === 'reply' && isSuccess(reply.status)
        ? null
        : broken(`It was answered with ${toldIn(reply)}.`)
    },
  },
  {
    name: 'well_formed_decline',
    sentence:
      'A risk that is hard to insure gets a decline with a code and a reason, or another valid answer.',
    async judge(probe) {
      const { parsed } = await probe.quote(probe.request('hard'))
      if (!parsed || parsed.outcome === 'not_json' || parsed.outcome === 'other_request') return NO_ANSWER
      return parsed.answer ? null : broken(`The answer was not valid. (${parsed.outcome})`)
    },
  },
  {
    name: 'declines_other_states',
    sentence: 'A risk in a state that the carrier does not write gets no offer.',
    async judge(probe) {
      const { states } = probe.endpoint
      const state = states.length > 0 ? outsideOf(states) : undefined
      if (state === undefined)
        return skipped('The states of this carrier are not known, or it writes all of them.')
      const { parsed } = await probe.quote(probe.request('plain', state))
      if (!parsed?.answer) return NO_ANSWER
      const made = offersIn(parsed.answer).length
      return made === 0 ? null : broken(`It made an offer in ${state}.`)
    },
  },
]
