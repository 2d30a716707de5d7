import type { HomeownersEndpoint } from '../../../platform/config/carriers-file.ts'
import type { EndpointTools } from '../endpoint/call-endpoint.ts'
import { type EndpointCarrier, endpointCarrier } from '../endpoint/endpoint-carrier.ts'
import type { HomeCarrier } from './carrier.ts'
import { parseHomeAnswer } from './parse-answer.ts'

export const httpHomeCarrier = (
  settings: EndpointCarrier & HomeownersEndpoint,
  tools: EndpointTools,
): HomeCarrier<'live'> => endpointCarrier(settings, tools, parseHomeAnswer).carrier
