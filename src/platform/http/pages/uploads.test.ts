import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../json-body.ts'
import { readForm } from './uploads.ts'

const TYPE = 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW'
const LINE = '------WebKitFormBoundary7MA4YWxkTrZu0gW'

const read = (...parts: readonly string[]) =>
  readForm(Buffer.from(`${parts.map(part => `${LINE}\r\n${part}\r\n`).join('')}${LINE}--\r\n`), TYPE)

const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

const file = (name: string, content: string) =>
  `Content-Disposition: form-data; name="home"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n${content}`

const REFUSED = { code: 'invalid_request', message: expect.stringContaining('The form could not be read.') }

test('a browser’s form is read: its fields, its files, and nothing for a file that nobody chose', async () => {
  const form = await read(field('csrf', 'abc'), file('Année.pdf', '%PDF-1.7\r\n\r\n'), file('', ''))
  expect([...form]).toEqual([['csrf', 'abc']])
  expect([...form.files]).toEqual([
    ['home', [{ filename: 'Année.pdf', bytes: Buffer.from('%PDF-1.7\r\n\r\n') }]],
  ])
})

test('a form with more parts or longer headers than any browser sends is refused before it is read', async () => {
  const many = Array.from({ length: 100 }, (_, at) => field(`f${at}`, 'v'))
  await expect(read(...many)).rejects.toMatchObject(REFUSED)
  expect([...(await read(...many.slice(1)))]).toHaveLength(99)
  await expect(read(`${'a: b\r\n'.repeat(400)}${field('f', 'v')}`)).rejects.toMatchObject(REFUSED)
})

test('the text in a form with files may be as long as in one without', async () => {
  const half = 'x'.repeat(MAX_BODY_BYTES / 2)
  expect((await read(field('note', half), field('more', half))).get('more')).toBe(half)
  await expect(read(field('note', half), field('more', `${half}x`))).rejects.toMatchObject(REFUSED)
})

test('a body that is not a form is refused', async () => {
  await expect(readForm(Buffer.from('nothing'), TYPE)).rejects.toMatchObject(REFUSED)
  await expect(readForm(Buffer.from(`${LINE}\r\n\r\n`), 'multipart/form-data')).rejects.toMatchObject(REFUSED)
})
