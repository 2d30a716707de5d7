import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealer } from '../lib/sealer.ts'
import { type AuditEntry, type AuditHead, chainProblem, extend } from './chain.ts'

const sealer = createSealer(['a secret for the audit chain, long'])
const UID = 'hom_test'

const chainOf = (length: number): { head: AuditHead; entries: AuditEntry[] } => {
  let head: AuditHead | null = null
  const entries: AuditEntry[] = []
  for (let at = 0; at < length; at++) {
    const what = { actor: `opr_${at % 3}`, event: 'updated', facts: { changed: [`home[0].field_${at}`] } }
    const next = extend(sealer, { uid: UID, at: new Date(1_700_000_000_000 + at), head }, what)
    entries.push(next.entry)
    head = next.head
  }
  return { head: head as AuditHead, entries }
}

type Chain = ReturnType<typeof chainOf>

const tamperings: Record<string, (chain: Chain, at: number, other: number) => Chain> = {
  'an edited actor': ({ head, entries }, at) => ({
    head,
    entries: entries.map((e, i) => (i === at ? { ...e, actor: 'opr_x' } : e)),
  }),
  'an edited fact': ({ head, entries }, at) => ({
    head,
    entries: entries.map((e, i) => (i === at ? { ...e, facts: { changed: [] } } : e)),
  }),
  'a moved time': ({ head, entries }, at) => ({
    head,
    entries: entries.map((e, i) => (i === at ? { ...e, at: new Date(0) } : e)),
  }),
  'a deleted entry': ({ head, entries }, at) => ({ head, entries: entries.filter((_, i) => i !== at) }),
  'a cut tail': ({ head, entries }, at) => ({ head, entries: entries.slice(0, at) }),
  'a cut tail with an older head': (chain, at) => {
    const older = chainOf(Math.max(1, at))
    return { entries: chain.entries.slice(0, at), head: { ...older.head, mac: chain.head.mac } }
  },
  'two swapped entries': ({ head, entries }, at, other) => {
    const swapped = [...entries]
    ;[swapped[at], swapped[other]] = [entries[other] as AuditEntry, entries[at] as AuditEntry]
    return { head, entries: swapped }
  },
}

describe('the audit chain', () => {
  test('is whole when nobody touched it', () => {
    const { head, entries } = chainOf(30)
    expect(chainProblem(sealer, { uid: UID, head, entries })).toBeNull()
  })

  test('does not belong to another intake', () => {
    const { head, entries } = chainOf(3)
    expect(chainProblem(sealer, { uid: 'hom_other', head, entries })).not.toBeNull()
  })

  test('a chain that was built anew without the secret is found out', () => {
    const forger = createSealer(['not the secret of this service, no'])
    const forged = extend(
      forger,
      { uid: UID, at: new Date(), head: null },
      { actor: 'x', event: 'created', facts: {} },
    )
    expect(chainProblem(sealer, { uid: UID, head: forged.head, entries: [forged.entry] })).toBe(
      'the head of the chain was forged',
    )
  })

  test('1,000 of 1,000 edits, deletions, swaps and cut tails are found out', () => {
    let found = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(tamperings)),
        fc.integer({ min: 2, max: 12 }),
        fc.nat(),
        fc.nat(),
        (name, length, a, b) => {
          const at = a % length
          const other = (at + 1 + (b % (length - 1))) % length
          const tampered = tamperings[name]?.(chainOf(length), at, other) as Chain
          expect(chainProblem(sealer, { uid: UID, ...tampered })).not.toBeNull()
          found++
        },
      ),
      { numRuns: 1000 },
    )
    expect(found).toBe(1000)
  })
})
