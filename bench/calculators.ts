import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateAuto } from '../src/calculators/auto-estimates.ts'
import { compareCoverage } from '../src/calculators/collision-and-comprehensive-coverage.ts'
import { weighClaim } from '../src/calculators/file-a-claim.ts'
import { estimateHome } from '../src/calculators/home.ts'
import { estimateUmbrella } from '../src/calculators/umbrella.ts'
import { load } from './load.ts'
import { peakMegabytes } from './process-facts.ts'
import { startBare, startService } from './processes.ts'
import { inTurns, median, perSecond, tellRatio } from './rounds.ts'

const KEY = 'a-shared-key-for-the-benchmark'
const PAIRS = 5
const ROUNDS = 3
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

/** A service and a bare server, each new: one and the same program differs by a tenth from process to process. */
const measurePair = async (dataDir: string) => {
  const service = await startService({
    DATA_DIR: dataDir,
    SHARED_KEYS: KEY,
    // A budget nobody can spend, so that counting is measured and refusing is not.
    RATE_LIMITS: 'calculators=2000000000/60',
  })
  const bare = await startBare('bare-server.ts', JSON.stringify(estimateUmbrella(input)))
  const body = JSON.stringify(input)
  const ours = {
    pid: service.pid,
    url: `${service.url}/api/agent/calculators/umbrella`,
    headers: { authorization: `Bearer ${KEY}` },
    body,
  }
  const theirs = { pid: bare.pid, url: bare.url, body }
  try {
    const [we, they] = await inTurns([() => load(ours), () => load(theirs)], ROUNDS)
    if (!we || !they) throw new Error('nothing was measured')
    const ratio = we.perSecond / they.perSecond
    console.log(
      `whole pipeline ${perSecond(we.perSecond)}, ${we.cpuMicroseconds.toFixed(1)} µs of processor; bare Fastify ${perSecond(they.perSecond)}, ${they.cpuMicroseconds.toFixed(1)} µs: ${ratio.toFixed(2)}`,
    )
    return { ratio, megabytes: peakMegabytes(service.pid) }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
  }
}

export const calculators = async (): Promise<void> => {
  for (const [name, act] of pricing) console.log(`pricing ${name}: ${microseconds(act).toFixed(1)} µs`)
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    const pairs = []
    for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair(dataDir))
    tellRatio(median(pairs.map(({ ratio }) => ratio)), 0.7)
    console.log(`memory under load ${Math.max(...pairs.map(({ megabytes }) => megabytes))} MB (bar 200)`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
