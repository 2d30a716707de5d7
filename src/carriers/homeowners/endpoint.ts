import type { HomeownersEndpoint } from '../../config/carriers-file.ts'
import type { EndpointTools } from '../endpoint/call-endpoint.ts'
import { type EndpointCarrier, quoteAndBind } from '../endpoint/quote-and-bind.ts'
import type { HomeCarrier } from './carrier.ts'
import { parseHomeAnswer } from './parse-answer.ts'

export const httpHomeCarrier = (
  settings: EndpointCarrier & HomeownersEndpoint,
  tools: EndpointTools,
): HomeCarrier<'live'> => {
  const { id, name, states, answerWithinHours, facts } = settings
  const { quote, bind } = quoteAndBind(settings, tools, parseHomeAnswer)
  return {
    id,
    name,
    mode: 'live',
    kind: 'api',
    states,
    answerWithinHours,
    admitted: facts.admitted,
    quote,
    bind,
  }
}
