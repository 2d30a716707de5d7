// Runs the quick tests again and again, and records every run outside the checkout, so that the count goes on where it
// stopped: `npm run test:runs -- --runs 10 --beside 3`. Paths after the options: these files only.
//   --runs N           so many more runs; with --risky, until each file has so many in a row
//   --beside K         beside K busy loops
//   --risky            only files with jobs, races, money or time, three at once, those with the fewest good runs first
//   --clock MOMENT     2028-02-29T12:00Z is now, for the tests, the service and the processes that they start.
//                      PostgreSQL and the browser stay at the real time.
//   --zone ZONE        America/Los_Angeles, Pacific/Auckland, …
//   --shuffle [SEED]   files and tests in random order
//   --record FILE      ~/.bindery/test-runs.jsonl
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const { values: options, positionals: given } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    beside: { type: 'string', default: '0' },
    risky: { type: 'boolean', default: false },
    clock: { type: 'string' },
    zone: { type: 'string' },
    shuffle: { type: 'boolean', default: false },
    seed: { type: 'string' },
    record: { type: 'string', default: join(homedir(), '.bindery', 'test-runs.jsonl') },
  },
})

type Failure = { file: string; test: string; error: string }
type Run = {
  at: string
  seconds: number
  commit: string
  node: string
  files: string[]
  conditions: string
  seed: number | null
  passed: number
  failed: number
  failures: Failure[]
}

const RISKS =
  /Promise\.all|\buntil\w*\(|\brac(?:e|es|ing)\b|\bjobs?\b|runJob|\.pass\(|[cC]lock|_cents|[pP]ayment|\bkills?\b/g
/** A test of pure rules starts nothing that could race. */
const risksIn = (file: string): number => {
  const text = readFileSync(join(root, file), 'utf8')
  return text.includes('support/') ? (text.match(RISKS)?.length ?? 0) : 0
}
const AT_ONCE = 3
const runs = Number(options.runs)
const root = join(import.meta.dirname, '..')

const testFiles = ['src', 'client', 'test']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(name => join(folder, String(name))),
  )
  .filter(file => file.endsWith('.test.ts') && !/node_modules|^test\/deep/.test(file))

const conditions = [
  options.beside === '0' ? 'alone' : `beside ${options.beside}`,
  ...(options.clock ? [`at ${options.clock}`] : []),
  ...(options.zone ? [`in ${options.zone}`] : []),
  ...(options.shuffle ? ['in random order'] : []),
].join(', ')

const recorded = (): Run[] =>
  existsSync(options.record)
    ? readFileSync(options.record, 'utf8')
        .split('\n')
        .flatMap(line => (line === '' ? [] : [JSON.parse(line) as Run]))
    : []

const record = (run: Run): void => {
  mkdirSync(dirname(options.record), { recursive: true })
  appendFileSync(options.record, `${JSON.stringify(run)}\n`)
}

/** How many runs in a row went without a failure, up to the last. Without a file: of the whole quick tier. */
const inARow = (all: readonly Run[], kind: string, file?: string): number => {
  const its = all.filter(
    run => run.conditions === kind && (file ? run.files.includes(file) : run.files.length === 0),
  )
  const isBad = ({ failed, failures }: Run) =>
    failed > 0 && (!file || failures.some(one => one.file === file || one.file === ''))
  return its.length - 1 - its.findLastIndex(isBad)
}

const children = new Set<ChildProcess>()
const start = (command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess => {
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) child.kill(signal)
    process.exitCode = 130
    stopped = true
  })
let stopped = false

/** Ends with this process, even if that is killed. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);'

const moved = (clock: string): string => {
  const by = Date.parse(clock) - Date.now()
  if (Number.isNaN(by))
    throw new Error(`--clock must be a moment, for example 2028-02-29T12:00Z, not "${clock}".`)
  const shim = `const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${by}) : super(...given) }
      static now() { return Real.now() + ${by} }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(shim)}`
}

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const failuresIn = ({ testResults }: Report): Failure[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter(one => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', error: message }] : []
    return failed.map(one => ({
      file,
      test: one.fullName,
      error: String(one.failureMessages[0]).split('\n')[0] ?? '',
    }))
  })

const runOnce = async (files: string[]): Promise<Run> => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-runs-'))
  const outputFile = join(folder, 'report.json')
  const seed = options.shuffle ? Number(options.seed ?? Date.now() % 1_000_000) : null
  const began = new Date()
  const vitest = start(
    'node_modules/.bin/vitest',
    [
      'run',
      ...files,
      '--exclude=test/deep/**',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ],
    {
      ...process.env,
      QUICK: '1',
      ...(options.zone && { TZ: options.zone }),
      ...(options.clock && { NODE_OPTIONS: moved(options.clock) }),
      ...(seed !== null && { SHUFFLE: String(seed) }),
    },
  )
  const [code] = await once(vitest, 'exit')
  const report = existsSync(outputFile) ? (JSON.parse(readFileSync(outputFile, 'utf8')) as Report) : null
  rmSync(folder, { recursive: true })
  const failures = report ? failuresIn(report) : []
  if (code !== 0 && failures.length === 0)
    failures.push({ file: '', test: '', error: `vitest ended with ${code}` })
  return {
    at: began.toISOString(),
    seconds: Math.round((Date.now() - Number(began)) / 1000),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim(),
    node: process.version,
    files,
    conditions,
    seed,
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    failures,
  }
}

const chosen = testFiles.filter(file => given.length === 0 || given.some(part => file.includes(part)))
const risks = new Map(chosen.map(file => [file, risksIn(file)] as const))
const risky = chosen
  .filter(file => risks.get(file))
  .toSorted((a, b) => Number(risks.get(b)) - Number(risks.get(a)))

/** The files of the next run, if there is one: none are all of the quick tier. */
const next = (done: number): string[] | null => {
  if (!options.risky) return done < runs ? (given.length > 0 ? chosen : []) : null
  const all = recorded()
  const counts = new Map(risky.map(file => [file, inARow(all, conditions, file)] as const))
  const left = risky.filter(file => Number(counts.get(file)) < runs)
  const fewestFirst = left.toSorted((a, b) => Number(counts.get(a)) - Number(counts.get(b)))
  return left.length > 0 ? fewestFirst.slice(0, AT_ONCE) : null
}

for (let busy = 0; busy < Number(options.beside); busy++) start(process.execPath, ['-e', BUSY], {})
for (let done = 0; !stopped; done++) {
  const files = next(done)
  if (!files) break
  const run = await runOnce(files)
  if (stopped) break
  record(run)
  const all = recorded()
  for (const { file, test, error } of run.failures) console.log(`FAILED ${file} › ${test}\n  ${error}`)
  const counts = (files.length > 0 ? files : [undefined]).map(
    file => `${file ?? 'the quick tier'}: ${inARow(all, conditions, file)}`,
  )
  console.log(`${conditions}, ${run.seconds} s, ${run.passed} passed, ${run.failed} failed`)
  console.log(`In a row without a failure: ${counts.join(', ')}`)
}
for (const child of children) child.kill()
