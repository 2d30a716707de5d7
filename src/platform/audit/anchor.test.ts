import { describe, expect, test } from 'vitest'
import { createSealer } from '../lib/sealer.ts'
import {
  type Anchor,
  anchorHash,
  anchorLine,
  anchorMac,
  isAnchor,
  type LoggedSeal,
  nextRange,
  readAnchorLine,
} from './anchor.ts'

const sealer = createSealer(['a secret for the anchors, long enough'])

const logged = (...seqs: number[]): LoggedSeal[] =>
  seqs.map(seq => ({
    seq,
    table_name: 'intakes',
    row_key: `hom_${seq}`,
    about: null,
    seal: Buffer.from([seq]),
    deleted: false,
  }))

const anchored = (before: Anchor | null, entries: LoggedSeal[]): Anchor => {
  const range = nextRange(before, entries)
  const signed = { ...range, hash: anchorHash(before, range, entries), anchored_at: new Date(0) }
  return { ...signed, mac: anchorMac(sealer, signed) }
}

describe('an anchor', () => {
  test('leaves out what had not committed, and the next one takes it in', () => {
    const first = anchored(null, logged(1, 2, 5))
    expect(first).toMatchObject({ anchor: 1, last_seq: 5, missing: [3, 4], late: [] })
    const second = anchored(first, logged(3, 6))
    expect(second).toMatchObject({ anchor: 2, last_seq: 6, missing: [4], late: [3] })
  })

  test('waits for a number only as long as a transaction can last', () => {
    const first = anchored(null, logged(2))
    expect(first.missing).toEqual([1])
    expect(anchored(first, logged(200_000)).missing).not.toContain(1)
  })

  test('costs no memory for a number that is far away', () => {
    const { missing, last_seq } = anchored(anchored(null, logged(2)), logged(3_000_000_000))
    expect(last_seq).toBe(3_000_000_000)
    expect(missing.length).toBeLessThan(100_000)
  })

  test('has another hash for another entry, another order of anchors, and other gaps', () => {
    const first = anchored(null, logged(1))
    const other = anchored(null, logged(2))
    const hashes = [
      anchored(first, logged(3)),
      anchored(other, logged(3)),
      anchored(first, logged(4)),
      anchored(first, logged(2, 3)),
    ].map(({ hash }) => hash.toString('hex'))
    expect(new Set(hashes).size).toBe(4)
  })

  test('survives its way through a file, and no change of it there', () => {
    const line = anchorLine(anchored(null, logged(1)))
    const read = readAnchorLine(line)
    expect(read && isAnchor(sealer, read)).toBe(true)
    for (const change of [{ anchor: 2 }, { seq: 9 }, { at: '2030-01-01T00:00:00Z' }, { hash: '00' }]) {
      const changed = readAnchorLine(JSON.stringify({ ...JSON.parse(line), ...change }))
      expect(changed && isAnchor(sealer, changed)).toBe(false)
    }
    for (const junk of ['not an anchor', '{}', 'null']) expect(readAnchorLine(junk)).toBe(null)
  })
})
