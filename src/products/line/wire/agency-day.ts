import type { App } from '../../../platform/app.ts'
import { dayEverywhere, dayInZone } from '../../../platform/lib/local-day.ts'

export const agencyDay = ({ config, clock }: Pick<App, 'config' | 'clock'>): string =>
  dayInZone(config.timeZone, clock.now())

/** Days before this one are over for the agency. If its time zone is not set, they are over in every state. */
export const agencyDeadline = (app: Pick<App, 'config' | 'clock'>): string =>
  app.config.timeZone === 'UTC' ? dayEverywhere(app.clock.now()) : agencyDay(app)
