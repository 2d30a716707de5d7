import type { App } from '../../platform/app.ts'
import type { DeskCarrierSettings } from '../../platform/config/desk-carriers.ts'
import { HOUR, later } from '../../platform/lib/clock.ts'
import { carrierInfoOf } from './contract/carrier-info.ts'
import { acceptDocument } from './contract/documents.ts'
import type { HomeCarrier } from './homeowners/carrier.ts'
import type { UmbrellaCarrier } from './umbrella/carrier.ts'

const DAYS_OF_GRACE = 7

const common = ({ clock }: App, { id, name, expectedHours, facts }: DeskCarrierSettings) => {
  const answersLater = async () =>
    ({ kind: 'pending', expected_by: later(clock.now(), expectedHours * HOUR).toISOString() }) as const
  return {
    id,
    name,
    mode: 'live',
    kind: 'desk',
    admitted: facts.admitted,
    info: carrierInfoOf(facts),
    answerWithinHours: expectedHours + DAYS_OF_GRACE * 24,
    quote: answersLater,
    bind: answersLater,
  } as const
}

export const deskHomeCarriers = (app: App): HomeCarrier<'live'>[] =>
  app.config.deskCarriers.flatMap(settings =>
    settings.homeowners ? [{ ...common(app, settings), states: settings.homeowners.states }] : [],
  )

export const deskUmbrellaCarriers = (app: App): UmbrellaCarrier<'live'>[] =>
  app.config.deskCarriers.flatMap(settings =>
    settings.umbrella
      ? [{ ...common(app, settings), ...settings.umbrella, takeDocument: acceptDocument }]
      : [],
  )
