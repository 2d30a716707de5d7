import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

test('SECURITY.md names every email that is sent, with its limit', () => {
  const text = readFileSync(new URL('../../../../SECURITY.md', import.meta.url), 'utf8')
  const [, limited = '', always = ''] =
    /## Email limits([\s\S]*?)These are always sent([\s\S]*?)\n\n/.exec(text) ?? []
  const rows = limited.split('\n').filter(line => line.startsWith('| `'))
  for (const [purpose, limit] of Object.entries(LIMITS)) {
    const row = rows.find(line => line.includes(`\`${purpose}\``))
    if (limit === null) expect(always, purpose).toContain(`\`${purpose}\``)
    else expect(row, purpose).toMatch(new RegExp(`\\| ${limit.aDay}\\b`))
  }
})
