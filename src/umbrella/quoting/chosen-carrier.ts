import type { App } from '../../app.ts'
import { modeOf } from '../../carriers/registry.ts'
import type { UmbrellaCarrier } from '../../carriers/umbrella/carrier.ts'
import { umbrellaCarriers } from './carriers.ts'

export const carrierOf = (app: App, intake: { sandbox: boolean }, carrierId: string): UmbrellaCarrier => {
  const carrier = umbrellaCarriers(app)[modeOf(intake)].find(({ id }) => id === carrierId)
  if (!carrier) throw new Error(`The carrier ${carrierId} is not configured any more.`)
  return carrier
}
