import { book } from './book.ts'
import { books } from './books.ts'
import { bytes } from './bytes.ts'
import { calculators } from './calculators.ts'
import { dashboard } from './dashboard.ts'
import { eventLoop } from './event-loop.ts'
import { fairShares } from './fair-shares.ts'
import { growth } from './growth.ts'
import { memory } from './memory.ts'
import { poll } from './poll.ts'
import { quotes } from './quotes.ts'
import { quoting } from './quoting.ts'
import { replicas } from './replicas.ts'
import { sandbox } from './sandbox.ts'
import { start } from './start.ts'
import { uploads } from './uploads.ts'
import { writes } from './writes.ts'

const asked = process.argv.slice(2)

/** `npm run bench` runs all, but growth only when asked for, `npm run bench -- calculators` one. See docs/benchmarks.md for the method. */
const benchmarks: Record<string, () => Promise<void>> = {
  calculators,
  quotes,
  poll,
  quoting,
  replicas,
  sandbox,
  dashboard,
  book,
  books,
  uploads,
  'event-loop': eventLoop,
  'fair-shares': fairShares,
  start,
  memory,
  bytes,
  ...(asked.includes('growth') && { growth }),
  ...(process.env.BASELINE && { writes }),
}

const unknown = asked.filter(name => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  const names = [...new Set([...Object.keys(benchmarks), 'growth', 'writes'])]
  console.error(
    `Cannot run ${unknown.join(', ')}. The benchmarks are ${names.join(', ')}. writes needs BASELINE, the folder of an earlier version.`,
  )
  process.exit(1)
}

for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`# ${name}`)
  await run()
}
