import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { projectFile } from '../project-file.ts'
import { createSealer } from './sealer.ts'

const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
const sealer = createSealer([old])

describe('the sealer', () => {
  test('opens what it sealed, and never seals the same text the same way', () => {
    const [first, second] = [sealer.seal('a', 'text ✓'), sealer.seal('a', 'text ✓')]
    expect(sealer.open('a', first)).toBe('text ✓')
    expect(first.equals(second)).toBe(false)
    expect(first.includes('text')).toBe(false)
  })

  test('packs JSON once every release can read that, and reads it in both forms', () => {
    const json = JSON.stringify({
      field_estimates: [{ source: 'service_model', reason: 'a pool ✓'.repeat(40) }],
    })
    const [packed, plain] = [sealer.sealJson('a', json), createSealer([old], () => false).sealJson('a', json)]
    expect(packed.length).toBeLessThan(plain.length / 2)
    for (const sealed of [packed, plain]) expect(sealer.openJsonText('a', sealed)).toBe(json)
    for (const short of ['{}', '[]', '""', '0', ''])
      expect(sealer.openJsonText('a', sealer.sealJson('a', short))).toBe(short)
  })

  test('can read what was packed before, because its dictionary is as it was', () => {
    const dictionary = readFileSync(projectFile('data/packing-1.txt'))
    expect(hash('sha256', dictionary)).toBe(
      '14b16bdf1f7a7b8b3fd62c317c22d54278d29929254750f81b873ac06d005144',
    )
  })

  test('never seals twice with the same IV', () => {
    const ivs = Array.from({ length: 1000 }, () => sealer.seal('a', '').subarray(4, 16).toString('hex'))
    expect(new Set(ivs).size).toBe(1000)
  })

  test('does not open a value that was moved to another place', () => {
    expect(() => sealer.open('b', sealer.seal('a', 'text'))).toThrow()
  })

  test('does not open a value in which any single byte was changed', () => {
    const sealed = sealer.seal('a', 'text')
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.open('a', changed)).toThrow()
    }
  })

  test('opens old values after a rotation while the old key is still listed', () => {
    const sealed = sealer.seal('a', 'text')
    expect(createSealer([fresh, old]).open('a', sealed)).toBe('text')
    expect(() => createSealer([fresh]).open('a', sealed)).toThrow('SECRET_KEY')
  })

  test('MACs differ by text, context and key', () => {
    const macs = [
      sealer.mac('a', 'x'),
      sealer.mac('a', 'y'),
      sealer.mac('b', 'x'),
      createSealer([fresh]).mac('a', 'x'),
    ].map(mac => mac.toString('hex'))
    expect(new Set(macs).size).toBe(4)
  })

  test('makes MACs with the first key and recognises those of every listed one', () => {
    const both = createSealer([fresh, old])
    const mac = sealer.mac('a', 'x')
    expect(both.mac('a', 'x')).toEqual(createSealer([fresh]).mac('a', 'x'))
    expect(both.macs('a', 'x')).toEqual([both.mac('a', 'x'), mac])
    expect([both.isMac('a', 'x', mac), both.isMac('a', 'x', both.mac('a', 'x'))]).toEqual([true, true])
    expect([
      both.isMac('a', 'y', mac),
      both.isMac('a', 'x', mac.subarray(1)),
      createSealer([fresh]).isMac('a', 'x', mac),
    ]).toEqual([false, false, false])
  })
})
