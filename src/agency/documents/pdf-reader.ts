import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type App, perService } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { noteSecurityEvent } from '../../platform/lib/security-events.ts'
import type { PdfReading, PdfTask } from './pdf-reading.ts'

const LIMITS = { timeMs: 10 * SECOND, memoryBytes: 640 * 2 ** 20 }
const MOST_HEAP_MB = 192
const LOOK_EVERY_MS = 50
const AT_ONCE = 2
const MOST_WAITING = 40
const MOST_WAITING_OF_ONE = 5

export type PdfOutcome = PdfReading | { kind: 'gave_up' }

const here = import.meta.url
const file = new URL(`./pdf-worker${extname(here)}`, here)
const fromSource = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${file}', '${here}'))`
const program: [string | URL, { eval: boolean }] =
  extname(here) === '.ts' ? [fromSource, { eval: true }] : [file, { eval: false }]

/** The thread's own limit covers only the heap, so we also watch the growth of the process. */
const readInThread = (bytes: Buffer, limits: typeof LIMITS): Promise<PdfOutcome> =>
  new Promise(resolve => {
    const workerData: PdfTask = { bytes: new Uint8Array(bytes) }
    const resourceLimits = { maxOldGenerationSizeMb: MOST_HEAP_MB }
    const thread = new Worker(program[0], {
      ...program[1],
      workerData,
      transferList: [workerData.bytes.buffer as ArrayBuffer],
      resourceLimits,
      env: {},
      stdout: true,
      stderr: true,
    })
    const before = process.memoryUsage.rss()
    const deadline = performance.now() + limits.timeMs
    const end = (outcome: PdfOutcome): void => {
      clearInterval(watch)
      void thread.terminate()
      resolve(outcome)
    }
    const watch = setInterval(() => {
      const grew = process.memoryUsage.rss() - before > limits.memoryBytes
      if (grew || performance.now() > deadline) end({ kind: 'gave_up' })
    }, LOOK_EVERY_MS)
    thread.once('message', (reading: PdfReading) => end(reading))
    thread.once('error', () => end({ kind: 'gave_up' }))
    thread.once('exit', () => end({ kind: 'gave_up' }))
  })

type Waiting = { from: string; start: () => void }
type Queue = { running: Set<string>; waiting: Waiting[] }

const queues = perService<Queue>(() => ({ running: new Set(), waiting: [] }))

const startNext = ({ running, waiting }: Queue): void => {
  const at = running.size < AT_ONCE ? waiting.findIndex(({ from }) => !running.has(from)) : -1
  const [next] = at === -1 ? [] : waiting.splice(at, 1)
  if (!next) return
  running.add(next.from)
  next.start()
}

const isFull = ({ waiting }: Queue, from: string): boolean =>
  waiting.length >= MOST_WAITING || waiting.filter(other => other.from === from).length >= MOST_WAITING_OF_ONE

export type PdfFile = { bytes: Buffer; from: string }

export const readPdf = async (app: App, { bytes, from }: PdfFile, limits = LIMITS): Promise<PdfOutcome> => {
  const queue = queues(app)
  if (isFull(queue, from)) {
    noteSecurityEvent(app, 'share_used_up')
    fail('unavailable', { retryAfterSeconds: 5 })
  }
  await new Promise<void>(start => {
    queue.waiting.push({ from, start })
    startNext(queue)
  })
  try {
    return await readInThread(bytes, limits)
  } finally {
    queue.running.delete(from)
    startNext(queue)
  }
}
