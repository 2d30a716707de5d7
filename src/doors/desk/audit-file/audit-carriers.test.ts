import { expect, test } from 'vitest'
import { spaced } from './audit-carriers.ts'

test('a file that a carrier put into an event is cut short on paper, where one long word would hold up the export', () => {
  const attached = 'QUJD'.repeat(100_000)
  const words = spaced({ policy_number: 'FAR-1', attachments: [{ name: 'policy.pdf', content: attached }] })
  expect(words).toContain('"policy_number": "FAR-1"')
  expect(words).toContain(`${attached.slice(0, 1000)}… (400000 characters, all of them in the JSON file)`)
  expect(words.length).toBeLessThan(2000)
})
