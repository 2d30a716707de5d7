import { createHash, randomBytes } from 'node:crypto'
import { replayOf } from '../src/platform/http/idempotency.ts'
import { parseJsonBody } from '../src/platform/http/json-body.ts'
import { median } from './rounds.ts'

const MIB = 2 ** 20
const BODY = 34 * MIB
const ROUNDS = 7

type Body = { attachments: { content: string }[] }

const caller = { kind: 'bench', address: '', userAgent: '', scope: 'bench', credentialId: null }
const files = [10, 10, 5].map(size => ({ content: randomBytes(size * MIB).toString('base64') }))
const good = Buffer.from(JSON.stringify({ attachments: files }))

const filled = (open: string, piece: string, close: string): Buffer =>
  Buffer.from(open + piece.repeat(Math.floor(BODY / Buffer.byteLength(piece))) + close)

const hostile: [name: string, body: Buffer][] = [
  ['numbers', filled('[', '1,', '1]')],
  ['empty strings', filled('[', '"",', '""]')],
  ['escaped quotes in one string', filled('["', '\\"', '"]')],
  ['backslashes in one string', filled('["', '\\\\', '"]')],
  ['two-byte letters in one string', filled('["', 'ж', '"]')],
  ['spaces', filled('[', ' ', ']')],
]

/** CPU time instead of wall time, so other load does not count. */
const took = (act: () => unknown): number => {
  const started = process.cpuUsage()
  try {
    act()
  } catch {
    // A refused body counts too.
  }
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

const report = (name: string, act: () => unknown): void => {
  const times = Array.from({ length: ROUNDS }, () => took(act))
  console.log(
    `${name.padEnd(34)} ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
  )
}

/**
 * How long one 34 MiB body blocks the process, step by step, because the event loop runs in between. `JSON.parse` of all
 * of it takes 40 ms and more, so a string longer than 1 MiB is parsed by itself. Escapes take several times as long, so
 * few backslashes are allowed.
 */
export const uploads = async (): Promise<void> => {
  const { attachments } = parseJsonBody(good) as Body
  report('25 MiB of files: parse', () => parseJsonBody(good))
  report('25 MiB of files: fingerprint', () =>
    replayOf(caller, { path: '/upload', operation: {} }, 'key', { parts: [attachments] }),
  )
  report('25 MiB of files: decode and hash', () => {
    for (const { content } of attachments)
      createHash('sha256').update(Buffer.from(content, 'base64')).digest()
  })
  for (const [name, body] of hostile) report(`34 MiB of ${name}`, () => parseJsonBody(body))
}
