import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { documentsLanguage, downloadWords } from './policy-documents.ts'

test('a reader of Spanish is told that the documents of a policy are in English, if there are any', () => {
  const told = (documents: readonly unknown[]) => speaking('es', () => String(documentsLanguage(documents)))
  expect(told(['binder'])).toContain('están en inglés')
  expect(told([])).toBe('')
  expect(String(documentsLanguage(['binder']))).toBe('')
})

test('a document is named by its kind', () => {
  expect(['binder', 'declarations', 'endorsement'].map(downloadWords)).toEqual([
    'Download your binder (PDF)',
    'Download your declarations page (PDF)',
    'Download the document (PDF)',
  ])
})
