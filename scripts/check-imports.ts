import { readFileSync } from 'node:fs'
import { drawing, STOREYS_PICTURE } from './draw-storeys.ts'
import { files, graph, short, textOf } from './imports.ts'
import { LADDERS, TOP } from './ladders.ts'
import { strayNames } from './line-names.ts'

/** The folders from `src` down to the file, and the file's own name without its ending. */
const stepsTo = (file: string): string[] => short(file).replace(/\.ts$/, '').split('/')

const isListed = (folder: string, name: string): boolean => (LADDERS[folder] ?? []).flat().includes(name)

/** How the ladder of a folder names a path below it: by the longest path it lists, else by the room. */
const nameIn = (folder: string, below: readonly string[]): string => {
  const paths = below.map((_, at) => below.slice(0, at + 1).join('/')).toReversed()
  return paths.find(path => isListed(folder, path)) ?? (below.length === 1 ? TOP : (below[0] ?? TOP))
}

const problemWith = (from: string, to: string): string | null => {
  const [a, b] = [stepsTo(from), stepsTo(to)]
  for (let depth = 0; ; depth++) {
    const folder = a.slice(0, depth).join('/')
    const [own, other] = [nameIn(folder, a.slice(depth)), nameIn(folder, b.slice(depth))]
    if (own === other && a[depth] === b[depth] && depth < a.length - 1) continue
    const ladder = LADDERS[folder]
    if (!ladder || own === other) return null
    const stepOf = (name: string): number => ladder.findIndex(step => step.includes(name))
    for (const name of [own, other]) if (stepOf(name) === -1) return `${name} is on no step of src/${folder}`
    return stepOf(other) > stepOf(own) ? null : `${own} may not import from ${other}`
  }
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

/** Elsewhere `afterCommit` could run before the commit. */
const OPENS_TRANSACTIONS = ['platform/db/session.ts', 'platform/db/transact.ts']

const strayTransactions = (): string[] =>
  files
    .filter(file => !OPENS_TRANSACTIONS.includes(short(file)))
    .filter(file => /\brunTransaction\b|\.transaction\(\)/.test(textOf.get(file) ?? ''))
    .map(file => `${short(file)} opens a transaction by itself: use transact()`)

const problems = [
  ...[...graph].flatMap(([from, targets]) =>
    targets.flatMap(to => {
      const problem = problemWith(from, to)
      return problem ? [`${short(from)} → ${short(to)}: ${problem}`] : []
    }),
  ),
  ...files.flatMap(file => {
    const cycle = cycleFrom(file)
    return cycle?.every(member => member >= file) ? [`cycle: ${cycle.map(short).join(' → ')}`] : []
  }),
  ...strayTransactions(),
  ...[...textOf].flatMap(([file, text]) => strayNames(short(file), text)),
  ...(readFileSync(STOREYS_PICTURE, 'utf8') === drawing
    ? []
    : [
        'docs/storeys.svg is not what scripts/ladders.ts says: run "npx tsx scripts/draw-storeys.ts --write"',
      ]),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${files.length} files: imports go down only, between storeys, rooms, and files`)
