import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { staffDownload } from '../../../platform/http/pages/document.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { lineOf } from '../../../platform/lines.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { filingsRecorded, type SurplusFiling } from '../../../products/line/buying/surplus-filings.ts'
import { staffPage } from '../sign-in/door.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { ledgerPeriod } from './ledger-csv.ts'

const MOST_ROWS = 5000

/** No name and no free text: those are in the audit file of each request. */
const COLUMNS = [
  'recorded_on',
  'recorded_by',
  'request',
  'line',
  'state',
  'carrier',
  'naic',
  'policy',
  'effective_date',
  'expiration_date',
  'canceled_on',
  'price_a_year',
  'fees_and_taxes',
  'broker',
  'declined',
  'search_rule',
  'form_rule',
  'form',
]

const policyCells = (policy: Policy | undefined) =>
  policy
    ? [
        stateOf(policy),
        policy.carrier,
        policy.carrier_naic ?? null,
        policy.issued.policy_number,
        policy.effective_date,
        policy.expiration_date,
        policy.end?.ended_on ?? null,
        policy.annual_price,
        (policy.charges ?? [])
          .map(({ label, amount_cents }) => `${label} ${usdCents(amount_cents)}`)
          .join('; '),
        policy.surplus_lines?.at(-1) ?? null,
      ]
    : Array.from({ length: 10 }, () => null)

const cells = (policies: readonly Policy[], names: Names, zone: string) => (filing: SurplusFiling) => {
  const { order_id, uid, recorded_at, recorded_by, declined, search_rule, form_rule, form_name } = filing
  return [
    dayInZone(zone, recorded_at),
    names.get(recorded_by) ?? recorded_by,
    uid,
    lineOf(uid),
    ...policyCells(policies.find(policy => policy.order_id === order_id)),
    declined.length,
    search_rule,
    form_rule,
    form_name,
  ]
}

const surplusCsv = async (app: App, period: { from: Date; to: Date }): Promise<string> => {
  const filings = await filingsRecorded(app, { ...period, limit: MOST_ROWS + 1 })
  if (filings.length > MOST_ROWS)
    fail('invalid_request', {
      message: `This period has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Choose a shorter period.`,
    })
  const policies = await policiesIn(app, [...new Set(filings.map(({ uid }) => uid))])
  const names = await namesOf(
    app,
    filings.map(({ recorded_by }) => recorded_by),
  )
  return csv([COLUMNS, ...filings.map(cells(policies, names, app.config.timeZone))])
}

export const surplusPage = staffPage('/desk/money/surplus-lines.csv', 'see_money', async (app, { query }) => {
  const body = await surplusCsv(app, ledgerPeriod(app, query))
  return staffDownload({ type: 'text/csv; charset=utf-8', body, filename: 'surplus-lines.csv' })
})
