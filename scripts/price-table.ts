// Writes the tables of example prices into docs/calculators.md. Run: npx tsx scripts/price-table.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { priceTables } from '../test/support/rating/price-table.ts'

const docs = new URL('../docs/calculators.md', import.meta.url)
const [before = '', , after = ''] = readFileSync(docs, 'utf8').split(/<!-- prices -->|<!-- end of prices -->/)
writeFileSync(docs, `${before}<!-- prices -->\n${priceTables()}\n<!-- end of prices -->${after}`)
