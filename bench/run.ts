import { calculators } from './calculators.ts'

/** `npm run bench` runs all, `npm run bench -- calculators` one. The method is written in docs/benchmarks.md. */
const benchmarks: Record<string, () => Promise<void>> = { calculators }

const asked = process.argv.slice(2)
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`# ${name}`)
  await run()
}
