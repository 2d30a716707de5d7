import { createHash } from 'node:crypto'
import type { Sealer } from '../lib/sealer.ts'

export type LoggedSeal = {
  seq: number
  table_name: string
  row_key: string
  about: string | null
  seal: Buffer | null
  deleted: boolean
}

export type Anchor = {
  anchor: number
  last_seq: number
  missing: number[]
  late: number[]
  hash: Buffer
  mac: Buffer
  anchored_at: Date
  /** From here on seals are counted. Earlier releases wrote null. */
  counted: boolean | null
}

const START = Buffer.alloc(32)

type Range = Pick<Anchor, 'anchor' | 'last_seq' | 'missing' | 'late' | 'counted'>

export const anchorHash = (
  before: Pick<Anchor, 'hash'> | null,
  { anchor, last_seq, missing, late, counted }: Range,
  entries: readonly LoggedSeal[],
): Buffer => {
  const hash = createHash('sha256').update(before?.hash ?? START)
  hash.update(JSON.stringify([anchor, last_seq, missing, late, ...(counted ? ['counted'] : [])]))
  for (const { seq, table_name, row_key, about, seal, deleted } of entries)
    hash.update(JSON.stringify([seq, table_name, row_key, about, seal?.toString('hex') ?? null, deleted]))
  return hash.digest()
}

const CONTEXT = 'seal-anchor'

type Signed = Pick<Anchor, 'anchor' | 'last_seq' | 'hash' | 'anchored_at'>

const textOf = ({ anchor, last_seq, hash, anchored_at }: Signed): string =>
  [anchor, last_seq, hash.toString('hex'), anchored_at.toISOString()].join('/')

export const anchorMac = (sealer: Sealer, anchor: Signed): Buffer => sealer.mac(CONTEXT, textOf(anchor))

export const isAnchor = (sealer: Sealer, anchor: Signed & Pick<Anchor, 'mac'>): boolean =>
  sealer.isMac(CONTEXT, textOf(anchor), anchor.mac)

// A transaction lasts seconds, so one that is missing after this many later writes was rolled back.
const WAITED_FOR = 100_000

/** Numbers are given before transactions commit, so the log has gaps that may still be filled. */
export const nextRange = (before: Anchor | null, entries: readonly LoggedSeal[]): Range => {
  const from = before?.last_seq ?? 0
  const seen = new Set(entries.map(({ seq }) => seq))
  const last_seq = Math.max(from, ...seen)
  const oldest = Math.max(from, last_seq - WAITED_FOR)
  const gaps = Array.from({ length: last_seq - oldest }, (_, at) => oldest + 1 + at).filter(
    seq => !seen.has(seq),
  )
  const still = before?.missing.filter(seq => !seen.has(seq)) ?? []
  return {
    anchor: (before?.anchor ?? 0) + 1,
    last_seq,
    missing: [...still, ...gaps].filter(seq => seq > last_seq - WAITED_FOR),
    late: before?.missing.filter(seq => seen.has(seq)) ?? [],
    counted: true,
  }
}

export const anchorLine = ({ anchor, last_seq, hash, mac, anchored_at }: Anchor): string =>
  JSON.stringify({
    anchor,
    seq: last_seq,
    hash: hash.toString('hex'),
    at: anchored_at.toISOString(),
    mac: mac.toString('hex'),
  })

export const readAnchorLine = (line: string): (Signed & Pick<Anchor, 'mac'>) | null => {
  try {
    const { anchor, seq, hash, at, mac } = JSON.parse(line)
    const anchored_at = new Date(String(at))
    if (Number.isNaN(anchored_at.getTime())) return null
    return {
      anchor: Number(anchor),
      last_seq: Number(seq),
      hash: Buffer.from(String(hash), 'hex'),
      anchored_at,
      mac: Buffer.from(String(mac), 'hex'),
    }
  } catch {
    return null
  }
}
