import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Each step may import from the steps below it. Names on the same step may not import from each other. */
type Ladder = readonly (readonly string[])[]

/**
 * The folders of src, and rooms or files that stand higher or lower than the rest of their folder. Type imports count.
 * The reasons are in docs/decisions.md.
 */
const FOLDERS: Ladder = [
  ['main'],
  ['cli'],
  ['client', 'service'],
  ['open-app'],
  ['page-table'],
  ['routes', 'job-table'],
  ['purge-job', 'erase-job', 'license-job', 'renewal-job', 'reseal'],
  ['discovery', 'mcp'],
  [
    'changes',
    'markets',
    'consumer',
    'intake',
    'portal',
    'dashboard',
    'desk',
    'dev',
    'policies/requests',
    'requests',
    'sandbox',
  ],
  ['oauth'],
  ['lines'],
  ['homeowners', 'umbrella', 'calculators'],
  ['line'],
  ['policies'],
  ['carriers', 'documents', 'payments'],
  ['ledger'],
  ['key'],
  ['signin'],
  ['line/wire'],
  ['line/fields'],
  ['rating', 'rules'],
  ['audit', 'emails'],
  ['app'],
  ['pages'],
  ['http', 'jobs'],
  ['db'],
  ['config'],
  ['lib', 'errors'],
  ['problem-catalog'],
  ['language'],
]

/** The files that lie in the folder itself, beside its rooms. */
const TOP = '(top)'

const LINE_ROOMS: Ladder = [
  ['line'],
  [TOP],
  ['dashboard', 'portal', 'shopper'],
  ['operator'],
  ['buying'],
  ['answering'],
  ['quoting'],
  ['intake'],
  ['application'],
]

/**
 * The rooms of a folder, and files that stand higher or lower than the others beside its rooms. A folder that is not
 * listed here has none, or its rooms are free.
 */
const ROOMS: Readonly<Record<string, Ladder>> = {
  homeowners: LINE_ROOMS,
  umbrella: LINE_ROOMS,
  line: [[TOP], ['aftersale'], ['buying'], ['offers'], ['tasks'], ['record'], ['stops']],
  carriers: [
    [TOP],
    ['openapi'],
    ['events'],
    ['sandbox'],
    ['demo'],
    ['homeowners', 'umbrella'],
    ['endpoint'],
    ['contract'],
  ],
  portal: [[TOP], ['homeowner', 'umbrella'], ['sign-in'], ['form'], ['frame'], ['words']],
  oauth: [[TOP], ['agent'], ['sign-in'], ['provider'], ['tokens'], ['protocol']],
  http: [['server'], ['pages'], [TOP], ['budgets', 'metrics']],
  calculators: [['pages'], [TOP]],
  dashboard: [['pages'], ['sign-in'], ['keys', 'request'], ['requests'], [TOP]],
  desk: [
    [TOP],
    ['overview'],
    ['money', 'health', 'audit-file'],
    ['tasks', 'customer'],
    ['operators'],
    ['account', 'book', 'records', 'stops'],
    ['notes', 'renewals'],
    ['policy-requests'],
    ['sign-in'],
    ['parts'],
    ['staff'],
  ],
  discovery: [
    [TOP],
    ['reference'],
    ['guides', 'errors-page'],
    ['skills'],
    ['site', 'search-box', 'carrier-contract', 'client-tarball', 'described-operations'],
    ['openapi', 'contract-yaml'],
  ],
  payments: [[TOP], ['stripe'], ['tell-line'], ['store'], ['provider']],
}

const root = fileURLToPath(new URL('../src/', import.meta.url))

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(root, name))

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    resolve(dirname(file), String(target)),
  )

const short = (file: string): string => relative(root, file)
const withoutSuffix = (name: string): string => name.replace(/\.ts$/, '')
const folderOf = (file: string): string => {
  if (short(file).startsWith('../client/')) return 'client'
  const [folder = '', room = ''] = short(file).split('/')
  const own = `${folder}/${withoutSuffix(room)}`
  return FOLDERS.flat().includes(own) ? own : withoutSuffix(folder)
}

const roomOf = (file: string, ladder: Ladder): string => {
  const [, room = '', ...rest] = short(file).split('/')
  if (rest.length > 0) return room
  return ladder.flat().includes(withoutSuffix(room)) ? withoutSuffix(room) : TOP
}

const graph = new Map(files.map(file => [file, importsOf(file)]))

const climb = (ladder: Ladder, from: string, to: string): string | null => {
  if (from === to) return null
  const stepOf = (name: string): number => ladder.findIndex(step => step.includes(name))
  for (const name of [from, to]) if (stepOf(name) === -1) return `${name} is on no step of the ladder`
  return stepOf(to) > stepOf(from) ? null : `${from} may not import from ${to}`
}

const problemWith = (from: string, to: string): string | null => {
  const [own, other] = [folderOf(from), folderOf(to)]
  if (own !== other) return climb(FOLDERS, own, other)
  const ladder = ROOMS[own]
  return ladder ? climb(ladder, roomOf(from, ladder), roomOf(to, ladder)) : null
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
const OPENS_TRANSACTIONS = ['db/session.ts', 'db/transact.ts']

const strayTransactions = (): string[] =>
  files
    .filter(file => !OPENS_TRANSACTIONS.includes(short(file)))
    .filter(file => /\brunTransaction\b|\.transaction\(\)/.test(readFileSync(file, 'utf8')))
    .map(file => `${short(file)} opens a transaction by itself: use transact()`)

const MOST_FILES = 25

const crowded = (): string[] => {
  const folders = [...new Set(files.map(file => dirname(file)))]
  return folders.flatMap(folder => {
    const { length } = files.filter(file => dirname(file) === folder)
    return length > MOST_FILES ? [`${short(folder)} holds ${length} files, more than ${MOST_FILES}`] : []
  })
}

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
  ...crowded(),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${files.length} files: imports go down only, between folders and between rooms`)
