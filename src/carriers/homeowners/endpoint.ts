import type { HomeownersEndpoint } from '../../config/carriers-file.ts'
import type { EndpointTools } from '../endpoint/ask-endpoint.ts'
import { type EndpointCarrier, quotingAndBinding } from '../endpoint/quote-and-bind.ts'
import { readHomeAnswer } from './answer.ts'
import type { HomeCarrier } from './carrier.ts'

export const httpHomeCarrier = (
  settings: EndpointCarrier & HomeownersEndpoint,
  tools: EndpointTools,
): HomeCarrier<'live'> => {
  const { id, name, states } = settings
  const { quote, bind } = quotingAndBinding(settings, tools, readHomeAnswer)
  return { id, name, mode: 'live', states, quote, bind }
}
