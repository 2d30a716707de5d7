import type { App } from '../../app.ts'
import { homeCarriers } from '../../homeowners/quoting/carriers.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { umbrellaCarriers } from '../../umbrella/quoting/carriers.ts'

const CARRIERS = { homeowners: homeCarriers, umbrella: umbrellaCarriers } as const

export type LinesSold = keyof typeof CARRIERS | 'both' | 'none'

export const linesSold = (app: App): LinesSold => {
  const names = keysOf(CARRIERS)
  const sold = names.filter(
    line => app.config.demoCarriers || CARRIERS[line].statesWritten(app, { sandbox: false }).length > 0,
  )
  return sold.length > 1 ? 'both' : (sold[0] ?? 'none')
}
