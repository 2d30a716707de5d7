import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Imports go down only: a step may import from the steps below it, and folders on one step are strangers.
 * Type imports count. The reasons stand in docs/decisions.md.
 */
const LADDER: string[][] = [
  ['main'],
  ['cli'],
  ['service'],
  ['routes', 'job-table'],
  ['purge-job', 'erase-job', 'reseal'],
  ['discovery', 'mcp'],
  ['consumer', 'intake', 'portal', 'dashboard', 'desk', 'dev'],
  ['lines'],
  ['homeowners', 'umbrella', 'calculators', 'oauth'],
  ['policies'],
  ['carriers', 'documents', 'payments'],
  ['key'],
  ['signin'],
  ['line'],
  ['rating'],
  ['audit', 'emails'],
  ['app'],
  ['pages'],
  ['http', 'jobs'],
  ['db'],
  ['config', 'lib', 'errors'],
]

const root = fileURLToPath(new URL('../src/', import.meta.url))
const stepOf = new Map(LADDER.flatMap((names, step) => names.map(name => [name, step] as const)))

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(root, name))

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    resolve(dirname(file), String(target)),
  )

const short = (file: string): string => relative(root, file)
const unit = (file: string): string => short(file).split('/')[0]?.replace(/\.ts$/, '') ?? ''

const graph = new Map(files.map(file => [file, importsOf(file)]))

const climbs = (from: string, to: string): string | null => {
  const [a, b] = [unit(from), unit(to)]
  if (a === b) return null
  const [own, other] = [stepOf.get(a), stepOf.get(b)]
  if (own === undefined || other === undefined)
    return `${own === undefined ? a : b} has no step in the ladder`
  return other > own ? null : `${a} may not import from ${b}`
}

const cycleFrom = (start: string): string[] | null => {
  const seen = new Set<string>()
  const visit = (file: string, path: string[]): string[] | null => {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = visit(next, [...path, next])
      if (found) return found
    }
    return null
  }
  return visit(start, [start])
}

const problems = [
  ...[...graph].flatMap(([from, targets]) =>
    targets.flatMap(to => {
      const problem = climbs(from, to)
      return problem ? [`${short(from)} → ${short(to)}: ${problem}`] : []
    }),
  ),
  ...files.flatMap(file => {
    const cycle = cycleFrom(file)
    return cycle?.every(member => member >= file) ? [`cycle: ${cycle.map(short).join(' → ')}`] : []
  }),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${files.length} files, imports go down only`)
