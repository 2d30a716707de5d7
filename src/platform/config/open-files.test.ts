import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { refuseTooFewFiles } from './open-files.ts'

const limits = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-limits-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'limits')
  writeFileSync(file, text)
  return file
}

const LINE =
  'Max processes             15422                15422                processes\nMax open files            '

test('a process that may open too few files does not start, and says how many it needs', () => {
  expect(() => refuseTooFewFiles(limits(`${LINE}64                   64                   files`))).toThrow(
    'This process may open 64 files and connections, and needs 256 or more.',
  )
  expect(refuseTooFewFiles(limits(`${LINE}256                  256                  files`))).toBeUndefined()
  expect(refuseTooFewFiles(limits(`${LINE}unlimited            unlimited            files`))).toBeUndefined()
  expect(refuseTooFewFiles('/nowhere')).toBeUndefined()
})
