import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { priceTables } from '../../../test/support/rating/price-table.ts'
import { projectFile } from '../../platform/project-file.ts'

test('the example prices in docs/calculators.md are what the calculators return (npx tsx scripts/price-table.ts)', () => {
  const docs = readFileSync(projectFile('docs/calculators.md'), 'utf8')
  for (const line of priceTables().split('\n')) expect(docs).toContain(line)
})
