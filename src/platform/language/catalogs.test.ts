import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { projectFile } from '../project-file.ts'

const root = fileURLToPath(projectFile('src'))

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })

const catalogs = files
  .filter(name => name.endsWith('es.json'))
  .map(name => ({
    name,
    texts: Object.entries(JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, string>),
  }))

const sources = files
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const code = sources.map(({ text }) => text).join('\n')

const QUOTES = /['"`]/

const quoted = new Set(code.split(QUOTES))

const isQuoted = (text: string): boolean => (QUOTES.test(text) ? code.includes(text) : quoted.has(text))

const isWritten = (english: string): boolean =>
  isQuoted(english) || isQuoted(english.toLowerCase().replaceAll(' ', '_'))

const textsIn = (source: string): string[] =>
  [...source.matchAll(/\bsay(?:Html)?\(\s*(?:'([^'\n]+)'|"([^"\n]+)")/g)].map(
    ([, single, double]) => single ?? double ?? '',
  )

type Part = { type: number; value?: string; options?: Record<string, { value: Part[] }>; children?: Part[] }

/** The placeholders and tags of a message. 0 is plain text and 7 the number of a plural, which English spells out. */
const slotsIn = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ type, value = '', options = {}, children = [] }) =>
    type === 0 || type === 7
      ? []
      : [value, ...Object.values(options).flatMap(option => slotsIn(option.value)), ...slotsIn(children)],
  )

const slotsOf = (text: string): string[] =>
  [...new Set(slotsIn(new IntlMessageFormat(text, 'en-US').getAst() as Part[]))]
    .filter((name, _, all) => name !== 'number' || !all.includes('count'))
    .sort()

test('every text that is said has Spanish', () => {
  const known = new Set(catalogs.flatMap(({ texts }) => texts.map(([english]) => english)))
  const said = sources.flatMap(({ text }) => textsIn(text))
  expect(said.length).toBeGreaterThan(200)
  expect(said.filter(english => !known.has(english))).toEqual([])
})

test('no Spanish is kept for a text that nobody says', () => {
  for (const { texts } of catalogs)
    expect(texts.map(([english]) => english).filter(english => !isWritten(english))).toEqual([])
})

test('the Spanish fills in the same values as the English', () => {
  for (const { texts } of catalogs)
    for (const [english, spanish] of texts)
      expect([spanish, slotsOf(spanish)]).toEqual([spanish, slotsOf(english)])
})

test('the Spanish says usted, and writes money and percentages as in the United States', () => {
  const spanish = catalogs.flatMap(({ texts }) => texts.map(([, text]) => text))
  expect(
    spanish.filter(text => /(?<!\p{L})(?:tú|tu|tus|ti|contigo|vosotros|os)(?!\p{L})/iu.test(text)),
  ).toEqual([])
  expect(spanish.filter(text => /\d\s%|\d\.\d{3}\b|\bUSD\b/.test(text))).toEqual([])
})

test('the Spanish for nothing due does not read as a ban on paying', () => {
  const spanish = catalogs.flatMap(({ texts }) => texts.map(([, text]) => text))
  expect(spanish.filter(text => /(?<!nos )\bdebe pagar nada/i.test(text))).toEqual([])
})

test('a catalog belongs to a room that speaks it', () => {
  for (const { name } of catalogs)
    expect(
      sources.filter(
        ({ name: source, text }) => dirname(source).startsWith(dirname(name)) && text.includes('es.json'),
      ),
      name,
    ).not.toEqual([])
})
