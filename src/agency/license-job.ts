import { type App, job } from '../platform/app.ts'
import { licenseWarnings, WARNING_DAYS, warningWords } from '../platform/config/license-warnings.ts'

const URGENT = Math.min(...WARNING_DAYS)

/** Runs at an hour when each state sees each of its days once, even when its clocks change. */
export const licenseNotices = job({
  name: 'license_notices',
  cron: '29 12 * * *',
  async run({ config, clock, log }: App) {
    for (const warning of licenseWarnings(config.licenses, clock.now())) {
      const { state, line, number, expires, daysLeft } = warning
      if (daysLeft <= URGENT || WARNING_DAYS.some(days => days === daysLeft))
        log.warn({ state, line, license: number, expires, days_left: daysLeft }, warningWords(warning))
    }
  },
})
