import { expect, test } from 'vitest'
import { unsupportedNode } from './node-lines.ts'

const on = (day: string): Date => new Date(`${day}T12:00:00Z`)

test('Node counts as supported through the last day of its line, and is told of after it', () => {
  expect(unsupportedNode('20.19.0', on('2026-04-30'))).toBeNull()
  expect(unsupportedNode('20.20.2', on('2026-11-19'))).toBe(
    'Node 20.20.2 has had no security updates since 2026-04-30. Move to Node 22 or 24 or 26.',
  )
  expect(unsupportedNode('24.1.0', on('2026-11-19'))).toBeNull()
  expect(unsupportedNode('24.1.0', on('2031-01-01'))).toContain('Move to a supported line.')
})

test('nothing is said of a line that the table does not know', () => {
  expect(unsupportedNode('40.0.0', on('2031-01-01'))).toBeNull()
})
