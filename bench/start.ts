import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMegabytes } from './process-facts.ts'
import { startService } from './processes.ts'
import { median } from './rounds.ts'

const RUNS = 5

const startOnce = async (dataDir: string): Promise<{ seconds: number; megabytes: number }> => {
  const begun = performance.now()
  const service = await startService({ DATA_DIR: dataDir })
  const seconds = (performance.now() - begun) / 1000
  const megabytes = residentMegabytes(service.pid)
  await service.stop()
  return { seconds, megabytes }
}

/** From `node dist/bin/main.js` to the first 200 of /readyz, without a data folder and with an existing one. */
export const start = async (): Promise<void> => {
  const first: number[] = []
  const again: number[] = []
  const memory: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
    first.push((await startOnce(dataDir)).seconds)
    const { seconds, megabytes } = await startOnce(dataDir)
    again.push(seconds)
    memory.push(megabytes)
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(`first run ever ${median(first).toFixed(1)} s (bar 8)`)
  console.log(`data folder exists ${median(again).toFixed(1)} s (bar 2)`)
  console.log(`memory when ready ${median(memory)} MB`)
}
