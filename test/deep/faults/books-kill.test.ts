import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { accountRows } from '../../../src/agency/books/book-store.ts'
import { daysOf } from '../../../src/agency/books/carrier-account.ts'
import { readMonth, toMove } from '../../../src/agency/books/month.ts'
import { bookToday } from '../../../src/agency/ledger/ledger.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { csv } from '../../../src/platform/pages/csv.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { dice } from '../../support/database/tampering.ts'
import { deskCarriers, merged, newYear, trade } from '../../support/money/agency-year.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { hiddenIn, type Seen, type Visitor } from '../../support/people/visitor.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const SEED = Number(process.env.SEED ?? 11)
const WITHIN_MS = 200

const dollars = (cents: number): string => (cents / 100).toFixed(2)

test(
  'kill -9 in the middle of each act of a month end: repeated, it counts once, and the month closes to the cent',
  async () => {
    const databaseUrl = await createDatabase()
    const file = carriersFile([], onTestFinished, deskCarriers())
    const env = { CARRIERS_FILE: file, DEMO_CARRIERS: 'off', STAFF_EMAILS: STAFF, RATE_LIMITS: 'off' }
    const service = await serviceForThisTest({ databaseUrl, env, work: false })
    const { app } = service
    service.pass(-50 * DAY)
    while (bookToday(app).slice(8) !== '01') service.pass(-DAY)
    const month = bookToday(app).slice(0, 7)
    const roll = dice(SEED)
    const year = await newYear(service, roll)
    await trade(year, { policies: 12, days: 4 })
    // The processes go by the clock on the wall.
    service.pass(Date.now() - +app.clock.now())
    const { until } = daysOf(app, month)

    let live = await startProcess({ databaseUrl, env })
    onTestFinished(() => live.kill())
    const lines = () => query<object>(databaseUrl, 'select * from ledger_lines order by entry_id, line')
    const through = async (path: string, send: (staff: Visitor) => Promise<Seen>): Promise<void> => {
      const act = async () => {
        const staff = await signIn(service, live.url)
        await staff.open(path)
        return () => send(staff)
      }
      const dying = (await act())().catch(() => null)
      await setTimeout(roll.below(WITHIN_MS))
      await live.kill()
      await dying
      live = await startProcess({ databaseUrl, env })
      const done = await (await act())()
      const before = await lines()
      // What was done before the kill is refused by its own form, or told to be late.
      expect(done.location ?? done.text, `SEED=${SEED}`).toMatch(/done=\w+|Not saved/)
      await (await act())()
      expect(await lines()).toEqual(before)
    }
    const asFile = (text: string) => ({ file: new File([text], 'file.csv', { type: 'text/csv' }) })

    for (const { id } of deskCarriers()) {
      const path = `/desk/money/carriers/${id}`
      const due = (await accountRows(app.db, daysOf(app, bookToday(app).slice(0, 7)), id)).filter(
        row => row.closing > 0 && row.owed_by_customer <= 0,
      )
      const { policy_id = '', closing: cents = 0 } = due[0] ?? {}
      expect(cents).toBeGreaterThan(0)
      const paid = { policies: policy_id, amount: dollars(cents), paid_on: until, reference: `ap-${id}` }
      const { owed = '' } = hiddenIn((await (await signIn(service, live.url)).open(path)).text)
      await through(path, async staff => {
        return staff.send(path, { ...paid, owed })
      })
      year.bank.trust.push({ on: until, cents: -cents, words: `CHECK ap-${id}` })

      const listed = merged(year.owed.get(id) ?? [])
      const total = listed.reduce((sum, one) => sum + one.cents, 0)
      if (total <= 0) continue
      const text = csv([
        ['Policy', 'Commission'],
        ...listed.map(({ policy_number, cents: commission }) => [policy_number, dollars(commission)]),
      ])
      await through(path, async staff => {
        const came = { received_on: until, amount: dollars(total), reference: `ach-${id}` }
        return staff.upload(`${path}/statement?month=${month}`, came, asFile(text))
      })
      year.bank.operating.push({ on: until, cents: total, words: `ACH ach-${id}` })
    }

    const months = `/desk/money/months?month=${month}`
    const move = toMove(await readMonth(app, month))
    await through(months, async staff => {
      const [from, to] = move > 0 ? ['trust', 'operating'] : ['operating', 'trust']
      const fields = { from, to, amount: dollars(Math.abs(move)), on: until, reference: 'mv-1' }
      return staff.send(`/desk/money/months/transfer?month=${month}`, fields as Record<string, string>)
    })
    year.bank.trust.push({ on: until, cents: -move, words: 'TRANSFER mv-1' })
    year.bank.operating.push({ on: until, cents: move, words: 'TRANSFER mv-1' })
    for (const account of ['trust', 'operating'] as const) {
      const own = year.bank[account].filter(({ on }) => on <= until)
      const closing = own.reduce((sum, { cents }) => sum + cents, 0)
      const rows = own.map(({ on, cents, words }) => [on, words, dollars(cents)])
      await through(months, async staff => {
        const balance = { account, closing: dollars(closing) }
        const text = csv([['Date', 'Description', 'Amount'], ...rows])
        return staff.upload(`/desk/money/months/bank?month=${month}`, balance, asFile(text))
      })
    }
    const open = await readMonth(app, month)
    expect({ ...open, differences: open.differences.length }).toMatchObject({
      differences: 0,
      ledger_cents: 0,
    })
    expect(open.trust_cents).toBe(open.owed_cents)
    await through(months, staff => staff.send(`/desk/money/months/close?month=${month}`))
    expect(await readMonth(app, month)).toMatchObject({ isClosed: true, ledger_cents: 0 })
  },
  scaled(400_000, 900_000),
)
