import { expect, test } from 'vitest'
import { unknownPath } from './unknown-path.ts'

const rows = [
  { method: 'POST', path: '/api/agent/homeowners/quotes' },
  { method: 'GET', path: '/api/agent/homeowners/dashboard' },
  { method: 'POST', path: '/api/intake/{uid}/select' },
]

test.each([
  ['a slash at the end', '/api/agent/homeowners/quotes/', 'POST /api/agent/homeowners/quotes?'],
  ['a slash twice', '/api//agent/homeowners/quotes', 'POST /api/agent/homeowners/quotes?'],
  ['capitals', '/API/agent/Homeowners/quotes', 'POST /api/agent/homeowners/quotes?'],
  ['a missing letter', '/api/agent/homeowner/quotes?x=1', 'POST /api/agent/homeowners/quotes?'],
  ['a typo beside a value', '/api/intake/hom_123/selct', 'POST /api/intake/{uid}/select?'],
  ['nothing like it', '/api/agent/policies', 'GET /api/agent lists every operation'],
  ['nothing like it for a shopper', '/api/intake/hom_123/buy/now', 'GET /api/consumer lists every operation'],
  ['nothing of the API in it', '/mcp', 'GET /llms.txt says what this service offers'],
])('a path with %s says which one to call', (_, url, words) => {
  expect(unknownPath(url, rows, false).message).toContain(words)
})

test('a person is not sent to a file for agents', () => {
  expect(unknownPath('/portl', rows, true).message).toBe('Not found. Check the path and the identifier.')
})
