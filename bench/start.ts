import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../test/support/runs/until.ts'
import { residentMegabytes } from './process-facts.ts'
import { startDev, startService } from './processes.ts'
import { installWarnings, minutesOf, packageMegabytes } from './project-facts.ts'
import { median } from './rounds.ts'
import { sevenCalls, startAtTerminal, type Wait } from './silences.ts'

const RUNS = 5

const startOnce = async (dataDir: string): Promise<{ seconds: number; megabytes: number }> => {
  const begun = performance.now()
  const service = await startService({ DATA_DIR: dataDir })
  const seconds = (performance.now() - begun) / 1000
  const megabytes = residentMegabytes(service.pid)
  await service.stop()
  return { seconds, megabytes }
}

const CHANGED_FILE = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => null))?.status === 200

const postmaster = async (dataDir: string): Promise<string | undefined> =>
  (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]

/** From saving a file of `src` to the first 200 of /readyz by the service built from it. */
const restarts = async (dataDir: string): Promise<number[]> => {
  const source = await readFile(CHANGED_FILE, 'utf8')
  const service = await startDev({ DATA_DIR: dataDir })
  const server = await postmaster(dataDir)
  const seconds: number[] = []
  try {
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now()
      await writeFile(CHANGED_FILE, `${source}// ${run}\n`)
      await until(async () => !(await isReady(service.url)), { withinMs: 60_000, everyMs: 5 })
      await until(() => isReady(service.url), { withinMs: 60_000, everyMs: 5 })
      seconds.push((performance.now() - begun) / 1000)
    }
    if ((await postmaster(dataDir)) !== server)
      throw new Error('a restart of the service restarted PostgreSQL')
  } finally {
    await writeFile(CHANGED_FILE, source)
    await service.stop()
  }
  return seconds
}

const shown = (waits: readonly Wait[]): string =>
  `${median(waits.map(({ seconds }) => seconds)).toFixed(1)} s, longest silence ${median(waits.map(({ silence }) => silence)).toFixed(1)} s`

/** A first hour at a terminal: a first start, the README's calls, a second start, the demonstration. */
const firstHour = async (): Promise<void> => {
  const waits: Record<string, Wait[]> = {}
  const note = (name: string, wait: Wait) => {
    waits[name] = [...(waits[name] ?? []), wait]
  }
  for (let run = 0; run < RUNS; run++) {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'bindery-bench-'))))
    const [own = '', demo = ''] = folders
    const first = await startAtTerminal(own, [], sevenCalls)
    note('first start', first.wait)
    note('the seven calls', first.done)
    note('second start', (await startAtTerminal(own, [], async () => undefined)).wait)
    note('--demo', (await startAtTerminal(demo, ['--demo'], async () => undefined)).wait)
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  for (const [name, all] of Object.entries(waits)) console.log(`at a terminal, ${name}: ${shown(all)}`)
}

/**
 * How soon it runs, and what it takes to install and test. One bundle took the production install from 224 to 88 MB, 60
 * of them PostgreSQL, and a start from 1.9 to 1.2 seconds of CPU. Routes for wrong methods took half of the time in which
 * the server starts, so the 404 finds them. Bundling the packages for `npm run dev` too took 0.6 seconds of each restart;
 * loading them from their files takes 0.15.
 */
export const start = async (): Promise<void> => {
  const first: number[] = []
  const again: number[] = []
  const memory: number[] = []
  const restarted: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
    first.push((await startOnce(dataDir)).seconds)
    const { seconds, megabytes } = await startOnce(dataDir)
    again.push(seconds)
    memory.push(megabytes)
    if (run === 0) restarted.push(...(await restarts(dataDir)))
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(`first run ever ${median(first).toFixed(1)} s (bar 4)`)
  console.log(`data folder exists ${median(again).toFixed(1)} s (bar 1.2)`)
  console.log(`npm run dev restarts ${median(restarted).toFixed(1)} s (bar 3)`)
  console.log(`memory when ready ${median(memory)} MB`)
  await firstHour()
  const { packed, unpacked } = await packageMegabytes()
  console.log(`the package has ${packed.toFixed(1)} MB, unpacked ${unpacked.toFixed(1)} MB`)
  console.log(`npm ci prints ${await installWarnings()} warnings (bar 0)`)
  if (!process.env.TESTS) return
  const quick = (await minutesOf('ci')) + (await minutesOf('test'))
  console.log(`npm ci && npm test takes ${quick.toFixed(1)} min (bar 5)`)
  console.log(`npm run test:deep takes ${(await minutesOf('run', 'test:deep')).toFixed(1)} min (bar 15)`)
}
