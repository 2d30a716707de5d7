import { expect, test } from 'vitest'
import { moment, tellingTimesIn } from './moment.ts'

const at = new Date('2026-07-02T03:05:00Z')

test('a moment names its time zone, which is UTC unless the reader’s is known, and keeps the exact time', async () => {
  expect(String(moment(at))).toBe('<time datetime="2026-07-02T03:05:00.000Z">Jul 2, 2026, 03:05 UTC</time>')
  const inChicago = await tellingTimesIn('America/Chicago', async () => moment(at))
  expect(String(inChicago)).toBe('<time datetime="2026-07-02T03:05:00.000Z">Jul 1, 2026, 22:05 CDT</time>')
})
