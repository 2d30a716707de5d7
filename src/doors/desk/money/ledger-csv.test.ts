import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { ledgerPeriod } from './ledger-csv.ts'

const periodOf = (AGENCY_TIME_ZONE: string, asked: { from?: string; to?: string }) => {
  const eveningInNewYork = new Date('2026-12-01T01:00:00Z')
  const app = { config: readConfig({ AGENCY_TIME_ZONE }), clock: { now: () => eveningInNewYork } }
  const { from, to } = ledgerPeriod(app, asked)
  return [from.toISOString(), to.toISOString()]
}

test('a month of the ledger goes from midnight to midnight where the agency is, also when clocks change', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' }
  expect(periodOf('America/New_York', november)).toEqual([
    '2026-11-01T04:00:00.000Z',
    '2026-12-01T05:00:00.000Z',
  ])
  expect(periodOf('Pacific/Honolulu', november)).toEqual([
    '2026-11-01T10:00:00.000Z',
    '2026-12-01T10:00:00.000Z',
  ])
  expect(periodOf('', november)).toEqual(['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'])
})

test('without a last day, the ledger goes through today where the agency is', () => {
  expect(periodOf('America/New_York', {})[1]).toBe('2026-12-01T05:00:00.000Z')
  expect(periodOf('', { to: 'today' })[1]).toBe('2026-12-02T00:00:00.000Z')
})
