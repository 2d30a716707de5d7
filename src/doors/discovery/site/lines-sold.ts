import type { App } from '../../../platform/app.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { homeCarriers } from '../../../products/homeowners/quoting/carriers.ts'
import { umbrellaCarriers } from '../../../products/umbrella/quoting/carriers.ts'

const CARRIERS = { homeowners: homeCarriers, umbrella: umbrellaCarriers } as const

export type LinesSold = keyof typeof CARRIERS | 'both' | 'none'

export const linesSold = (app: App): LinesSold => {
  const names = keysOf(CARRIERS)
  const sold = names.filter(
    line => app.config.demoCarriers || CARRIERS[line].statesWritten(app, { sandbox: false }).length > 0,
  )
  return sold.length > 1 ? 'both' : (sold[0] ?? 'none')
}
