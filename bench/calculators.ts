import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateAuto } from '../src/products/calculators/auto-estimates.ts'
import { compareCoverage } from '../src/products/calculators/collision-and-comprehensive-coverage.ts'
import { weighClaim } from '../src/products/calculators/file-a-claim.ts'
import { estimateHome } from '../src/products/calculators/home.ts'
import { estimateUmbrella } from '../src/products/calculators/umbrella.ts'
import { LIMITS, load, type Measured } from './load.ts'
import { peakMegabytes } from './process-facts.ts'
import { startBare, startService } from './processes.ts'
import { median, perSecond, tellRatio } from './rounds.ts'

const KEY = 'a-shared-key-for-the-benchmark'
/** The same program varies by 10% from process to process. */
const STARTS = Number(process.env.STARTS ?? 5)
const ROUNDS = 8
const SECONDS = 2
const input = { zip: '60601', desired_coverage_limit: 2_000_000, auto_count: 2 }
const auto = { driver: { age: 30, zip: '94110' }, vehicle: { year: 2020, make: 'Toyota', model: 'Camry' } }

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

const startThree = async (dataDir: string) => ({
  service: await startService({
    DATA_DIR: dataDir,
    SHARED_KEYS: KEY,
    // A budget too large to exhaust: we measure counting, not refusing.
    RATE_LIMITS: LIMITS,
  }),
  logged: await startBare('bare-server.ts', JSON.stringify(estimateUmbrella(input)), 'logged'),
  bare: await startBare('bare-server.ts', JSON.stringify(estimateUmbrella(input))),
})

type Round = Record<'service' | 'logged' | 'bare', Measured>

/** The first round is a warm-up. */
const measureThree = async (dataDir: string): Promise<{ rounds: Round[]; megabytes: number }> => {
  const { service, logged, bare } = await startThree(dataDir)
  const body = JSON.stringify(input)
  const headers = { authorization: `Bearer ${KEY}` }
  const pipeline = { pid: service.pid, url: `${service.url}/api/agent/calculators/umbrella`, headers, body }
  try {
    const rounds: Round[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push({
        service: await load(pipeline, SECONDS),
        logged: await load({ ...logged, body }, SECONDS),
        bare: await load({ ...bare, body }, SECONDS),
      })
    }
    return { rounds: rounds.slice(1), megabytes: peakMegabytes(service.pid) }
  } finally {
    await Promise.all([service.stop(), logged.stop(), bare.stop()])
  }
}

const sides = [
  ['whole pipeline', 'service'],
  ['bare Fastify with a log line', 'logged'],
  ['bare Fastify', 'bare'],
] as const

const bars = [
  ['bare Fastify with a log line', 'logged', 0.8],
  ['bare Fastify', 'bare', 0.65],
] as const

const tellSide = (name: string, measured: readonly Measured[]): void =>
  console.log(
    `${name} ${perSecond(median(measured.map(one => one.perSecond)))}, ${median(measured.map(one => one.cpuMicroseconds)).toFixed(1)} µs of processor`,
  )

/**
 * Measured to help: the constant parts of a response (disclaimer, sources) are serialized once per route, and a response
 * leaves in one write, which Node otherwise splits into several buffers.
 */
export const calculators = async (): Promise<void> => {
  for (const [name, act] of pricing) console.log(`pricing ${name}: ${microseconds(act).toFixed(1)} µs`)
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const starts = []
    for (let start = 0; start < STARTS; start++) starts.push(await measureThree(dataDir))
    const rounds = starts.flatMap(one => one.rounds)
    for (const [name, side] of sides)
      tellSide(
        name,
        rounds.map(round => round[side]),
      )
    for (const [name, side, bar] of bars) {
      const ratios = rounds.map(round => round[side].cpuMicroseconds / round.service.cpuMicroseconds)
      const sorted = ratios.toSorted((a, b) => a - b)
      const [low, high] = [0.25, 0.75].map(share =>
        (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2),
      )
      console.log(`against ${name}: half of the ${ratios.length} rounds between ${low} and ${high}`)
      tellRatio(median(ratios), bar)
    }
    console.log(`memory under load ${Math.max(...starts.map(({ megabytes }) => megabytes))} MB (bar 200)`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
