import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMONSTRATION } from '../../../test/support/servers/production.ts'
import { readConfig } from '../config.ts'

const fileWith = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-issuers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'issuers.json')
  writeFileSync(file, text)
  return file
}

const read = (entries: unknown) =>
  readConfig({ ID_JAG_ISSUERS: fileWith(JSON.stringify(entries)) }).idJagIssuers

const good = {
  issuer: 'https://agents.example',
  jwks_uri: 'https://agents.example/jwks.json',
  client_ids: ['assistant'],
}

test('no file, nobody is trusted; with one, each with its keys and clients', () => {
  expect(readConfig({}).idJagIssuers).toEqual([])
  expect(read([good, { issuer: 'https://b.example', jwks: { keys: [] }, client_ids: ['x', 'y'] }])).toEqual([
    { issuer: good.issuer, keys: { uri: good.jwks_uri }, clientIds: ['assistant'] },
    { issuer: 'https://b.example', keys: { jwks: { keys: [] } }, clientIds: ['x', 'y'] },
  ])
})

test.each([
  ['a name that is no URL', { ...good, issuer: 'agents' }, 'issuer must be'],
  ['keys in two places', { ...good, jwks: { keys: [] } }, 'either jwks_uri or jwks'],
  ['no keys', { ...good, jwks_uri: undefined }, 'either jwks_uri or jwks'],
  ['keys that are none', { ...good, jwks_uri: undefined, jwks: [] }, 'JSON Web Key Set'],
  ['an unreachable address', { ...good, jwks_uri: 'file:///keys' }, 'jwks_uri must be'],
  ['no clients', { ...good, client_ids: [] }, 'client_ids must list'],
  ['a field that nobody reads', { ...good, clientIds: [] }, '"clientIds" is not a field'],
  ['nothing', null, 'must be an object'],
])('%s stops with one sentence that names the entry', (_what, entry, words) => {
  expect(() => read([good, entry])).toThrow(`ID_JAG_ISSUERS entry 2: `)
  expect(() => read([good, entry])).toThrow(words)
})

test('the same issuer twice, no list, no JSON and no file stop too; http is for development only', () => {
  expect(() => read([good, good])).toThrow('another entry has this issuer')
  expect(() => read({})).toThrow('holds a list')
  expect(() => readConfig({ ID_JAG_ISSUERS: fileWith('{') })).toThrow('not valid JSON')
  expect(() => readConfig({ ID_JAG_ISSUERS: '/nowhere/issuers.json' })).toThrow('ENOENT')
  const file = fileWith(JSON.stringify([{ ...good, issuer: 'http://agents.example' }]))
  expect(() => readConfig({ ...DEMONSTRATION, ID_JAG_ISSUERS: file })).toThrow('issuer must be an https://')
})
