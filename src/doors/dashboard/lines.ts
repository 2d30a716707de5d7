import type { LineName } from '../../platform/lines.ts'
import { homeownersPages } from './homeowners/pages.ts'
import type { LinePages } from './request/request-view.ts'
import { umbrellaPages } from './umbrella/umbrella-request.ts'

export const linePages: Readonly<Record<LineName, LinePages>> = {
  homeowners: homeownersPages,
  umbrella: umbrellaPages,
}
