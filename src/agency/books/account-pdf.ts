import { buffer } from 'node:stream/consumers'
import type { App } from '../../platform/app.ts'
import { agencyLine } from '../../platform/config/agency.ts'
import { DEFAULT_COLOR } from '../../platform/config/palette.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import {
  chooseFonts,
  createPdfDocument,
  createPdfPage,
  drawOnEachPage,
  MARGIN,
} from '../policies/pdf-page.ts'
import { lastDayOf, type NamedRow, type Totals, totalsOf } from './carrier-account.ts'

type Account = { carrier: string; month: string; rows: readonly NamedRow[] }

const AMOUNTS = ['gross', 'commission', 'net', 'paid', 'closing'] as const
const HEADINGS = ['Gross', 'Commission', 'Net', 'Paid', 'Owed']
const AMOUNT_WIDTH = 66

/** What the agency sends the carrier with its payment. */
export const accountPdf = async (app: App, { carrier, month, rows }: Account): Promise<Buffer> => {
  const { config, clock } = app
  const title = `Account current, ${carrier}, ${month}`
  const doc = await createPdfDocument({ title, author: config.agency.name, at: clock.now() })
  chooseFonts(doc, JSON.stringify([title, rows, config.agency]))
  const bytes = buffer(doc)
  const page = createPdfPage(doc, config.brand.color ?? DEFAULT_COLOR)
  const told = page.width - AMOUNTS.length * AMOUNT_WIDTH
  const xOf = (at: number): number => MARGIN + told + at * AMOUNT_WIDTH

  const line = (words: string, amounts: readonly string[], bold = false): void => {
    const look = { size: 8.5, bold }
    page.room(28)
    const at = page.at()
    const row = page.element('TR')
    page.write('TD', words, { parent: row, at, look: { ...look, width: told - 8 } })
    for (const [place, amount] of amounts.entries())
      page.write('TD', amount, {
        parent: row,
        at,
        x: xOf(place),
        look: { ...look, width: AMOUNT_WIDTH, align: 'right' },
      })
    page.skip(page.heightOf(words, { ...look, width: told - 8 }) + 4)
  }
  const amountsOf = (row: Totals): string[] => AMOUNTS.map(name => usdCents(row[name]))

  page.skip(
    page.write('H1', `Account current: ${carrier}`, {
      look: { size: 18, bold: true, color: page.colors.accent },
    }) + 6,
  )
  page.paragraph(agencyLine(config.agency), { color: page.colors.QUIET })
  page.paragraph(`${dayWords(`${month}-01`)} to ${dayWords(lastDayOf(month))}`)
  const totals = totalsOf(rows)
  page.paragraph(`Owed before: ${usdCents(totals.opening)}`)
  line('Insured, policy, effective', HEADINGS, true)
  for (const row of rows)
    line(`${row.insured}, ${row.policy_number}, ${dayWords(row.effective_date)}`, amountsOf(row))
  line('Total', amountsOf(totals), true)
  drawOnEachPage(doc, ({ words }) =>
    doc.fontSize(8).text(words, MARGIN, doc.page.height - MARGIN + 8, { lineBreak: false }),
  )
  page.root.end()
  doc.end()
  return bytes
}
