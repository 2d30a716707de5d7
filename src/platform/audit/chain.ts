import { hash as hashBytes } from 'node:crypto'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { Sealer } from '../lib/sealer.ts'

/** Facts name fields and states, never personal data. */
export type AuditEvent = { actor: string; event: string; facts: Record<string, unknown> }

export type AuditEvents = AuditEvent & { first?: AuditEvent | undefined }

export type AuditEntry = AuditEvent & { uid: string; seq: number; at: Date; hash: Buffer }

/** Stored in the intake's own row. The MAC keeps someone with write access from forging a new end. */
export type AuditHead = { seq: number; hash: Buffer; mac: Buffer }

const START = Buffer.alloc(32)

const hashOf = (previous: Buffer, { uid, seq, at, actor, event, facts }: Omit<AuditEntry, 'hash'>): Buffer =>
  hashBytes(
    'sha256',
    Buffer.concat([
      previous,
      Buffer.from(canonicalJson({ uid, seq, at: at.toISOString(), actor, event, facts })),
    ]),
    'buffer',
  )

const CONTEXT = 'audit-head'

type End = Pick<AuditHead, 'seq' | 'hash'>

const endOf = (uid: string, { seq, hash }: End): string => `${uid}/${seq}/${hash.toString('hex')}`

export const headMac = (sealer: Sealer, uid: string, end: End): Buffer => sealer.mac(CONTEXT, endOf(uid, end))

type Link = { uid: string; at: Date; head: AuditHead | null }

export const extend = (
  sealer: Sealer,
  { uid, at, head }: Link,
  what: AuditEvent,
): { entry: AuditEntry; head: AuditHead } => {
  const unhashed = { ...what, uid, at, seq: (head?.seq ?? 0) + 1 }
  const hash = hashOf(head?.hash ?? START, unhashed)
  const end = { seq: unhashed.seq, hash }
  return { entry: { ...unhashed, hash }, head: { ...end, mac: headMac(sealer, uid, end) } }
}

type Chain = { uid: string; head: AuditHead; entries: readonly AuditEntry[] }

export const chainProblem = (sealer: Sealer, { uid, head, entries }: Chain): string | null => {
  let previous: Buffer = START
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== at + 1) return `entry ${at + 1} is missing`
    if (!entry.hash.equals(hashOf(previous, { ...entry, uid }))) return `entry ${entry.seq} was changed`
    previous = entry.hash
  }
  if (head.seq !== entries.length || !head.hash.equals(previous))
    return 'the end of the chain was cut or replaced'
  return sealer.isMac(CONTEXT, endOf(uid, head), head.mac) ? null : 'the head of the chain was forged'
}
