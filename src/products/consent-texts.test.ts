import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../platform/project-file.ts'
import * as homeowners from './homeowners/application/consent-words.ts'
import { asRead, type ConsentTexts, type ConsentWords, electronicRecords } from './line/record/consent.ts'
import { purposeWords } from './line/record/consent-words.ts'
import * as umbrella from './umbrella/consent-words.ts'

const page = readFileSync(projectFile('docs/consent-texts.md'), 'utf8')

const published = page.split(/^## /m).flatMap(section => {
  const purpose = /^Purpose: `(\w+)`$/m.exec(section)?.[1] ?? ''
  return [...section.matchAll(/^### (\S+)\n\nSHA-256: `(\w+)`\n\n> (.+)$/gm)].map(
    ([, version = '', hash = '', words = '']) => ({ purpose, version, hash, words }),
  )
})

const current = [electronicRecords, ...Object.values(homeowners), ...Object.values(umbrella)].flatMap(
  (text): ConsentWords[] =>
    'spanish' in text ? [text, { purpose: text.purpose, ...(text as ConsentTexts).spanish }] : [text],
)

test('every text that people agree to is published, and an earlier version can still be read', () => {
  for (const { purpose, version, words } of current)
    expect(published).toContainEqual(expect.objectContaining({ purpose, version, words }))
  expect(published).toContainEqual(
    expect.objectContaining({
      purpose: 'homeowners_soft_credit_check',
      version: '2026-11-01',
      words: expect.stringMatching(/^I authorize the agency and the insurance companies it asks for me/),
    }),
  )
})

test('every text that people agree to has a title for its reader', () => {
  const purposes = current.map(({ purpose }) => purpose)
  expect(purposes.filter(purpose => purposeWords(purpose) === 'Consent')).toEqual([])
})

test('a published version keeps its words', () => {
  expect(published.length).toBeGreaterThan(current.length)
  for (const { words, hash } of published) expect(createHash('sha256').update(words).digest('hex')).toBe(hash)
})

test('who reads a page in Spanish agrees to the Spanish version, and to no other words', () => {
  const { purpose, version, words, spanish } = electronicRecords
  expect(asRead(electronicRecords, 'es')).toEqual({ purpose, ...spanish })
  expect(asRead(electronicRecords, 'en')).toEqual({ purpose, version, words })
  expect(published).toContainEqual(expect.objectContaining({ purpose, ...spanish }))
})
