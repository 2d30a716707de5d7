import type { App } from '../../app.ts'
import { dayInZone } from '../../lib/local-day.ts'

/** Today where the agency works. */
export const agencyDay = ({ config, clock }: Pick<App, 'config' | 'clock'>): string =>
  dayInZone(config.timeZone, clock.now())
