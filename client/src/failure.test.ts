import { expect, test } from 'vitest'
import { type FarAnswer, farEnd } from '../../test/support/servers/far-end.ts'
import { serviceForThisTest } from '../../test/support/servers/service.ts'
import { answerOf, BinderyError, createBindery } from './client.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const chunked = { 'transfer-encoding': 'chunked' }

const errorAfter = async (answer: FarAnswer): Promise<unknown> => {
  const { url } = await farEnd([answer])
  return createBindery({ url, attempts: 1 })
    .POST('/api/agent/umbrella/status', { body: { uid: 'umb_1' } })
    .then(answerOf)
    .catch((error: unknown) => error)
}

const PERHAPS = 'where an answer of the service was expected. Perhaps a proxy gave it.'

test.each<[string, FarAnswer, string]>([
  ['an empty 502', { status: 502, headers: {}, body: '' }, '502 Bad Gateway came back with an empty body'],
  [
    'an empty 502 of unknown length',
    { status: 502, headers: chunked, body: '' },
    '502 Bad Gateway came back with an empty body',
  ],
  [
    'a page',
    { status: 504, headers: html, body: '<h1>Late</h1>' },
    '504 Gateway Timeout came back with text/html',
  ],
  ['bare text', { status: 500, headers: {}, body: 'oops' }, '500 Internal Server Error came back with some'],
  ['null', { status: 500, body: 'null' }, '500 Internal Server Error came back with JSON of another form'],
  ['a list', { status: 500, body: '[]' }, '500 Internal Server Error came back with JSON of another form'],
  ['a page for a success', { status: 200, headers: html, body: '<h1>Hi</h1>' }, '200 OK came back with text'],
  ['text for a success', { status: 200, headers: {}, body: 'Hi' }, '200 OK came back with something else'],
  ['an empty success', { status: 200, body: '' }, '200 OK came back with an empty body'],
])('%s is told as what it is', async (_what, answer, sentence) => {
  const error = await errorAfter(answer)
  expect(error).toBeInstanceOf(BinderyError)
  expect(error).toMatchObject({ status: answer.status, failure: { error: 'unexpected_answer' } })
  expect(String(error)).toContain(sentence)
  expect(String(error)).toContain(PERHAPS)
})

test.each([
  ['of a gateway', '{"message":"no route"}', { error: 'unexpected_answer', message: 'no route' }],
  ['of a problem', '{"error":"conflict","detail":"Too late."}', { error: 'conflict', message: 'Too late.' }],
])('the words %s are kept', async (_whose, body, failure) => {
  const error = await errorAfter({ status: 409, body })
  expect(error).toMatchObject({ name: 'BinderyError', status: 409, message: failure.message, failure })
})

test('the message lists what is wrong with each field', async () => {
  const fields = [
    { path: 'zip', problem: 'has the wrong format', code: 'wrong_format', expected: 'five digits' },
    { path: 'home_sqft', problem: 'is required', code: 'required' },
  ]
  const body = JSON.stringify({ error: 'invalid_request', message: 'Not valid.', fields })
  const error = await errorAfter({ status: 400, body })
  expect(error).toMatchObject({
    message: 'Not valid.\n- zip has the wrong format (five digits)\n- home_sqft is required',
    failure: { message: 'Not valid.', fields },
  })
})

test('a refusal of the OAuth endpoints has its sentence, and an empty success of theirs is one', async () => {
  const { url } = await serviceForThisTest()
  const bindery = createBindery({ url })
  const bodySerializer = (body: object) => new URLSearchParams(Object.entries(body))
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const refused = bindery
    .POST('/oauth2/token', {
      body: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'none' },
      bodySerializer,
      headers,
    })
    .then(answerOf)
  await expect(refused).rejects.toMatchObject({
    name: 'BinderyError',
    status: 400,
    message: expect.stringMatching(/\w+ .*\.$/),
    failure: { error: 'invalid_grant' },
  })
  const { response } = await bindery.POST('/oauth2/revoke', {
    body: { token: 'unknown' },
    bodySerializer,
    headers,
  })
  expect(response.status).toBe(200)
})
