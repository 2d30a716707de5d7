import type { HomeownersEndpoint } from '../../config/carriers-file.ts'
import { carrierInfoOf } from '../../line/wire/carrier-info.ts'
import type { EndpointTools } from '../endpoint/call-endpoint.ts'
import { type EndpointCarrier, quoteAndBind } from '../endpoint/quote-and-bind.ts'
import type { HomeCarrier } from './carrier.ts'
import { parseHomeAnswer } from './parse-answer.ts'

export const httpHomeCarrier = (
  settings: EndpointCarrier & HomeownersEndpoint,
  tools: EndpointTools,
): HomeCarrier<'live'> => {
  const { id, name, states, answerWithinHours, facts, contract2 } = settings
  const { quote, bind, poll } = quoteAndBind(settings, tools, parseHomeAnswer)
  return {
    id,
    name,
    mode: 'live',
    kind: 'api',
    states,
    answerWithinHours,
    admitted: facts.admitted,
    info: carrierInfoOf(facts),
    contract2,
    poll,
    quote,
    bind,
  }
}
