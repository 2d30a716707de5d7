import { html } from 'hono/html'
import { countDifferences } from '../../../agency/payments/difference-store.ts'
import { countOpenDisputes, countOpenRefunds } from '../../../agency/payments/money-store.ts'
import { countInvoices } from '../../../agency/payments/payments.ts'
import { midnightIn } from '../../../agency/policies/coverage-start.ts'
import { listWritten, writtenSince } from '../../../agency/policies/store.ts'
import type { App } from '../../../platform/app.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { toBase62 } from '../../../platform/lib/random.ts'
import { LINES, lineNames, lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { usd } from '../../../platform/values/money.ts'
import { countHits } from '../../../products/line/record/store.ts'
import { listOpenStops } from '../../../products/line/stops/store.ts'
import { lines } from '../../../products/lines.ts'
import { customersNamed } from '../book/reads.ts'
import { deskFrame } from '../parts/frame.ts'
import { emptyView } from '../parts/section.ts'
import { table } from '../parts/table.ts'
import type { Queue } from '../queue/queue.ts'
import { staffPage } from '../sign-in/door.ts'

const monthBegan = ({ config, clock }: App): Date =>
  midnightIn(config.timeZone, `${dayInZone(config.timeZone, clock.now()).slice(0, 7)}-01`)

const HIT_DAYS = 30

const hitsOf = async ({ db, clock }: App) => {
  const since = toBase62(later(clock.now(), -HIT_DAYS * DAY).getTime(), 8)
  const counts = await Promise.all(
    lineNames.map(line => {
      const { prefix } = LINES[line]
      return countHits(db, { line, from: `${prefix}_${since}`, to: `${prefix}_~` })
    }),
  )
  const sum = (of: 'submitted' | 'bound') => counts.reduce((all, one) => all + one[of], 0)
  return { submitted: sum('submitted'), bound: sum('bound') }
}

const figure = (path: string, value: string, words: string): Html =>
  html`<li><a href="${path}"><strong>${value}</strong> ${words}</a></li>`

/** How the agency stands. Each number opens its list. */
export const figuresView = async (app: App, { counts }: Queue): Promise<Html> => {
  const { db } = app
  const now = app.clock.now()
  const { premium } = await writtenSince(db, monthBegan(app))
  const { submitted, bound } = await hitsOf(app)
  const late = (await countInvoices(app)).late
  const stuck =
    late + (await countOpenRefunds(db)) + (await countOpenDisputes(db)) + (await countDifferences(db))
  const stops = (await listOpenStops(db, now)).length
  return html`<ul class="figures" aria-label="How the agency stands">
${figure('/desk/written', usd(premium), 'premium this month')}
${figure('/desk/written', submitted === 0 ? '–' : `${Math.round((100 * bound) / submitted)}%`, `of ${submitted} applications in 30 days bought`)}
${figure('/desk/money', String(stuck), 'late, refunds, disputes, differences')}
${figure('/desk?what=renewals', String(counts.renewals), 'renewals due')}
${figure('/desk/stops', String(stops), 'binding stops')}
</ul>`
}

const MOST = 200

export const writtenPage = staffPage('/desk/written', 'see_money', async (app, request, staff) => {
  const written = await listWritten(app.db, monthBegan(app), MOST)
  const names = await customersNamed(
    app,
    written.map(({ uid }) => uid),
    staff,
  )
  const carrierOf = ({ uid, carrier_id }: (typeof written)[number]): string => {
    const line = lineOf(uid)
    return line ? lines[line].carriers.names(app, { sandbox: false })(carrier_id) : carrier_id
  }
  return deskFrame(request, staff, {
    title: 'Policies of this month',
    at: '/desk',
    body: html`<p class="small"><a href="/desk">Desk</a></p><h1>Policies of this month</h1>
${
  written.length === 0
    ? emptyView('No policy was issued this month.')
    : table('Policies of this month', [
        {
          name: 'Customer',
          cells: written.map(
            ({ uid }) => html`<a href="/desk/book/${uid}">${names.get(uid) ?? 'No name'}</a>`,
          ),
        },
        { name: 'Policy', cells: written.map(({ policy_number }) => policy_number) },
        { name: 'Carrier', cells: written.map(carrierOf) },
        { name: 'Price a year', cells: written.map(({ annual_price }) => usd(annual_price)) },
        { name: 'Issued', cells: written.map(({ issued_at }) => moment(issued_at)) },
      ])
}`,
  })
})
