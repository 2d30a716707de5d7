import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, perService } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { fairShares } from '../../platform/http/budgets/fair-shares.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { noteSecurityEvent } from '../../platform/lib/security-events.ts'
import type { FileQuestion, FileReading, FileTask } from './file-reading.ts'

const MEMORY_MB = { heap: 40, young: 8, arrays: 48 }
const LONGEST_MS = 10 * SECOND
const AT_ONCE = 1
const MOST_WAITING = { all: 40, ofOne: 5 }

export type FileOutcome = FileReading | { kind: 'gave_up' }

const here = import.meta.url
const isSource = extname(here) === '.ts'
const program = fileURLToPath(new URL(`./file-worker${extname(here)}`, here))

/** A process, because a thread that hits its memory limit can end the service. */
const readInProcess = (asked: FileQuestion, longestMs: number): Promise<FileOutcome> =>
  new Promise(resolve => {
    const reader = fork(program, {
      execArgv: [
        `--max-old-space-size=${MEMORY_MB.heap}`,
        `--max-semi-space-size=${MEMORY_MB.young}`,
        ...(isSource ? ['--import', import.meta.resolve('tsx')] : []),
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = (outcome: FileOutcome): void => {
      clearTimeout(deadline)
      reader.kill('SIGKILL')
      resolve(outcome)
    }
    const giveUp = (): void => end({ kind: 'gave_up' })
    const deadline = setTimeout(giveUp, longestMs)
    reader.once('message', reading => end(reading as FileReading))
    reader.once('error', giveUp)
    reader.once('exit', giveUp)
    const task: FileTask = { ...asked, mostArrayBytes: MEMORY_MB.arrays * 2 ** 20 }
    reader.send(task, () => undefined)
  })

const shares = perService(() => fairShares({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING }))

export type AskedFile = FileQuestion & { from: string }

export const readFile = async (
  app: App,
  { from, ...asked }: AskedFile,
  longestMs = LONGEST_MS,
): Promise<FileOutcome> =>
  shares(app)(
    from,
    () => readInProcess(asked, longestMs),
    () => {
      noteSecurityEvent(app, 'share_used_up')
      return fail('unavailable', { retryAfterSeconds: 5 })
    },
  )
