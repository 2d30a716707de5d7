import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type App, perService } from '../app.ts'
import { fail } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import type { PdfReading, PdfTask } from './pdf-reading.ts'

const LIMITS = { timeMs: 10 * SECOND, memoryBytes: 640 * 2 ** 20 }
const MOST_HEAP_MB = 192
const LOOK_EVERY_MS = 50
const AT_ONCE = 2
const MOST_WAITING = 20

/** `gave_up`: it took too much time or memory, or brought the reader down. */
export type PdfOutcome = PdfReading | { kind: 'gave_up' }

const here = import.meta.url
const file = new URL(`./pdf-worker${extname(here)}`, here)
// Run from source, in development and in the tests, a thread has to learn TypeScript by itself.
const fromSource = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${file}', '${here}'))`
const program: [string | URL, { eval: boolean }] =
  extname(here) === '.ts' ? [fromSource, { eval: true }] : [file, { eval: false }]

/**
 * In a thread of its own, which sees neither our environment nor our memory: a hostile file can keep it busy or fill
 * it up, and is then cut off. The library's own limit counts the heap only, so the growth of the whole is watched too.
 */
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

type Queue = { running: number; waiting: (() => void)[] }

const queues = perService<Queue>(() => ({ running: 0, waiting: [] }))

/** A few at once; the others wait their turn, and too many are sent away. */
export const readPdf = async (app: App, bytes: Buffer, limits = LIMITS): Promise<PdfOutcome> => {
  const queue = queues(app)
  if (queue.running >= AT_ONCE) {
    if (queue.waiting.length >= MOST_WAITING) fail('unavailable', { retryAfterSeconds: 5 })
    await new Promise<void>(resolve => queue.waiting.push(resolve))
  } else queue.running++
  try {
    return await readInThread(bytes, limits)
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running--
  }
}
