import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookToday } from '../../../src/agency/ledger/ledger.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { dice } from '../../support/database/tampering.ts'
import { closing, deskCarriers, newYear, trade } from '../../support/money/agency-year.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  const file = carriersFile([], afterAll, deskCarriers())
  service = await startTestService({ work: false, env: { CARRIERS_FILE: file, DEMO_CARRIERS: 'off' } })
})
afterAll(() => service.stop())

test('two months of an agency close: the ledger is zero, the trust account holds what it owes, and each planted error is found, though each act dies once before it commits', async () => {
  service.pass(86_400_000 * 20)
  const year = await newYear(service, dice(7), { crashes: true })
  for (const errors of [
    { commission: 3, bank: 3 },
    { commission: 0, bank: 0 },
  ]) {
    const month = bookToday(service.app).slice(0, 7)
    await trade(year, { policies: 24, days: 6 })
    while (bookToday(service.app).slice(0, 7) === month) service.pass(86_400_000)
    expect(await closing(year, month, errors)).toMatchObject({ ledger_cents: 0, open: 0 })
  }
  expect(year.found.commission.toSorted()).toEqual(year.planted.commission.toSorted())
  expect(year.found.bank.toSorted()).toEqual(year.planted.bank.toSorted())
})
