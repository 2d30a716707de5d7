import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { CarrierSettings } from '../config/carriers-file.ts'
import { ConfigError } from '../config.ts'
import { states } from '../rating/state-rules.ts'
import { exchangeRecorder } from './exchange-record.ts'
import { httpCarrier } from './http.ts'
import type { LiveCarrier } from './mode.ts'
import { liveHomeCarriers, sandboxHomeCarriers } from './registry.ts'

const problemOf = ({ id, homeownersStates }: CarrierSettings): string | undefined => {
  if ([...liveHomeCarriers(), ...sandboxHomeCarriers()].some(builtIn => builtIn.id === id))
    return 'a built-in carrier has this id'
  const unknown = homeownersStates.find(code => !states.some(state => state === code))
  return unknown && `homeowners_states has "${unknown}", which is no state`
}

const refuseBad = (carriers: readonly CarrierSettings[]): void => {
  for (const [at, carrier] of carriers.entries()) {
    const problem = problemOf(carrier)
    if (problem !== undefined)
      throw new ConfigError(`CARRIERS_FILE entry ${at + 1} ("${carrier.id}"): ${problem}.`)
  }
}

/** The carriers of CARRIERS_FILE. Their exchanges are recorded through the database of this app. */
export const configuredCarriers = (app: App): LiveCarrier[] => {
  const { clock, random, log, config } = app
  refuseBad(config.carriers)
  const tools = { clock, random, log, wait: sleep, record: exchangeRecorder(app) }
  return config.carriers.map(settings => httpCarrier(settings, tools))
}
