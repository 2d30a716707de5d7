import { beside } from '../../../platform/config/carriers-file.ts'
import { essenceOf, isSuccess, type Probe, type ProbeSigning, toldIn } from './probe.ts'
import { broken, type ContractRule, skipped } from './rule.ts'

const NO_ANSWER = skipped('There was no valid answer to ask about.')

const ask = (probe: Probe, request_id: string, signing: ProbeSigning = {}) =>
  probe.send(beside(probe.endpoint.url, request_id), request_id, null, signing)

export const pollRules: readonly ContractRule[] = [
  {
    name: 'answers_polls',
    sentence: 'GET with the request_id of a quote gives its answer, or pending again.',
    async judge(probe) {
      const { request, parsed } = await probe.first()
      if (!parsed?.answer) return NO_ANSWER
      const reply = await ask(probe, request.request_id)
      if (reply.kind === 'failed' || !isSuccess(reply.status))
        return broken(`It was answered with ${toldIn(reply)}.`)
      const polled = probe.parse(reply.text, request)
      if (!polled.answer) return broken(`The answer was not valid. (${polled.outcome})`)
      const [before, after] = [essenceOf(parsed.answer), essenceOf(polled.answer)]
      return before === 'later' || before === after ? null : broken(`First ${before}, then ${after}.`)
    },
  },
  {
    name: 'refuses_unknown_poll',
    sentence: 'GET with a request_id that never came gets 404.',
    async judge(probe) {
      const reply = await ask(probe, 'req_conformance_check_unknown')
      return reply.kind === 'reply' && reply.status === 404
        ? null
        : broken(`It was answered with ${toldIn(reply)} instead of 404.`)
    },
  },
  {
    name: 'refuses_forged_poll',
    sentence: 'GET signed with another secret gets 401.',
    async judge(probe) {
      const { request } = await probe.first()
      const reply = await ask(probe, request.request_id, { secret: `not ${probe.secret}` })
      return reply.kind === 'reply' && (reply.status === 401 || reply.status === 403)
        ? null
        : broken(`It was answered with ${toldIn(reply)} instead of 401.`)
    },
  },
]
