import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { estimateAuto } from '../src/calculators/auto-estimates.ts'
import { compareCoverage } from '../src/calculators/collision-and-comprehensive-coverage.ts'
import { weighClaim } from '../src/calculators/file-a-claim.ts'
import { estimateHome } from '../src/calculators/home.ts'
import { estimateUmbrella } from '../src/calculators/umbrella.ts'
import { freePort } from '../test/support/free-port.ts'
import { until } from '../test/support/until.ts'
import { interleaved } from './load.ts'

const KEY = 'a-shared-key-for-the-benchmark'
const input = { zip: '60601', desired_coverage_limit: 2_000_000, auto_count: 2 }
const auto = { driver: { age: 30, zip: '94110' }, vehicle: { year: 2020, make: 'Toyota', model: 'Camry' } }

const root = fileURLToPath(new URL('../', import.meta.url))
const answers = (url: string) => until(() => fetch(url).then(() => true))

const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const startService = async (dataDir: string) => {
  const port = await freePort()
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      SHARED_KEYS: KEY,
      LOG_LEVEL: 'warn',
      // A budget nobody can spend, so that counting is measured and refusing is not.
      RATE_LIMITS: 'calculators=2000000000/60',
    },
  })
  await answers(`http://127.0.0.1:${port}/healthz`)
  return { child, url: `http://127.0.0.1:${port}/api/agent/calculators/umbrella` }
}

const startBare = async () => {
  const port = await freePort()
  const args = [
    '--import',
    'tsx',
    'bench/bare-server.ts',
    String(port),
    JSON.stringify(estimateUmbrella(input)),
  ]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  await answers(`http://127.0.0.1:${port}/`)
  return { child, url: `http://127.0.0.1:${port}/` }
}

const microseconds = (act: () => unknown): number => {
  const rounds = 20_000
  for (let warm = 0; warm < rounds; warm++) act()
  const start = process.hrtime.bigint()
  for (let round = 0; round < rounds; round++) act()
  return Number(process.hrtime.bigint() - start) / rounds / 1000
}

const pricing: [string, () => unknown][] = [
  ['auto-estimates', () => estimateAuto(auto)],
  ['collision-and-comprehensive-coverage', () => compareCoverage(auto)],
  ['file-a-claim', () => weighClaim({ ...auto, repair_estimate: 4000 })],
  ['home', () => estimateHome({ zip: '94110', home_sqft: 1500 })],
  ['umbrella', () => estimateUmbrella(input)],
]

export const calculators = async (): Promise<void> => {
  for (const [name, act] of pricing) console.log(`pricing ${name}: ${microseconds(act).toFixed(1)} µs`)
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const [service, bare] = [await startService(dataDir), await startBare()]
  const body = JSON.stringify(input)
  try {
    const [whole = 0, plain = 0] = await interleaved(
      [
        { url: service.url, headers: { authorization: `Bearer ${KEY}` }, body },
        { url: bare.url, body },
      ],
      5,
    )
    console.log(`whole pipeline ${Math.round(whole)}/s, bare Fastify ${Math.round(plain)}/s`)
    console.log(`ratio ${(whole / plain).toFixed(2)} (bar 0.70)`)
  } finally {
    await Promise.all([stop(service.child), stop(bare.child)])
    await rm(dataDir, { recursive: true, force: true })
  }
}
