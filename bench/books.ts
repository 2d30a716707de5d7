import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOwnService } from '../scripts/own-service.ts'
import { bookToday } from '../src/agency/ledger/ledger.ts'
import { DAY } from '../src/platform/lib/clock.ts'
import { dice } from '../test/support/database/tampering.ts'
import { closing, deskCarriers, newYear, trade, type Year } from '../test/support/money/agency-year.ts'

const POLICIES = 2000
const MONTHS = 12
const ERRORS = { commission: 40, bank: 30 }

/** So many of a year's errors are in this month. */
const shareOf = (all: number, month: number): number =>
  Math.floor((all * (month + 1)) / MONTHS) - Math.floor((all * month) / MONTHS)

const report = ({ planted, found }: Year): boolean =>
  (['commission', 'bank'] as const)
    .map(kind => {
      const [hidden, seen] = [planted[kind].toSorted(), found[kind].toSorted()]
      console.log(`${kind}: ${hidden.length} errors planted, ${seen.length} differences found`)
      const isSame = hidden.length === ERRORS[kind] && hidden.join() === seen.join()
      if (!isSame) console.log(`planted ${hidden.join()}\nfound ${seen.join()}`)
      return isSame
    })
    .every(Boolean)

/** A year of an agency, made up and closed month by month. Ends with an error if a cent or a planted error is missing. */
export const books = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-books-'))
  const file = join(folder, 'carriers.json')
  await writeFile(file, JSON.stringify(deskCarriers()))
  const began = performance.now()
  try {
    const env = { CARRIERS_FILE: file, DEMO_CARRIERS: 'off' }
    await withOwnService({ env, ago: 400 * DAY }, async service => {
      const year = await newYear(service, dice(2026))
      const today = () => bookToday(service.app)
      while (today().slice(8) !== '01') service.pass(DAY)
      let ledger = 0
      for (let at = 0; at < MONTHS; at++) {
        const month = today().slice(0, 7)
        const sold = shareOf(POLICIES, at)
        await trade(year, { policies: sold, days: 24 })
        while (today().slice(0, 7) === month) service.pass(DAY)
        const errors = { commission: shareOf(ERRORS.commission, at), bank: shareOf(ERRORS.bank, at) }
        const { trust_cents, owed_cents, ledger_cents, open } = await closing(year, month, errors)
        ledger += Math.abs(ledger_cents)
        console.log(`${month}: ${sold} policies, trust ${trust_cents}, owed ${owed_cents}, open ${open}`)
        if (trust_cents !== owed_cents || open > 0) throw new Error(`${month} does not reconcile.`)
      }
      const isFound = report(year)
      console.log(`ledger ${ledger}`)
      console.log(`${year.sold.length} policies, ${Math.round((performance.now() - began) / 1000)} s`)
      if (!isFound || ledger !== 0) throw new Error('The books do not agree.')
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
