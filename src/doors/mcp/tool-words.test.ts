import { expect, test } from 'vitest'
import { ToolWords, withoutHttp, withoutStatusCodes } from './tool-words.ts'

const words = new ToolWords([
  { name: 'homeowners_quotes', method: 'POST', path: '/api/agent/homeowners/quotes', readsOnly: false },
  { name: 'homeowners_status', method: 'POST', path: '/api/agent/homeowners/quotes', readsOnly: true },
  { name: 'intake_issues', method: 'GET', path: '/api/intake/{uid}/issues', readsOnly: true },
  { name: 'intake_patch', method: 'PATCH', path: '/api/intake/{uid}', readsOnly: false },
])
const url = 'https://service.example'

test('a poll is named by the tool that only reads, with its arguments', () => {
  const operators = { method: 'POST', url: `${url}/api/agent/homeowners/quotes`, body: { uid: 'hom_1' } }
  expect(words.spoken({ poll_request: operators }).poll_request).toEqual({
    tool: 'homeowners_status',
    arguments: { uid: 'hom_1' },
  })
  const shoppers = { method: 'GET', url: `${url}/api/intake/hom_1/issues` }
  expect(words.spoken({ poll_request: shoppers, intake_access_token: 'iat_1' }).poll_request).toEqual({
    tool: 'intake_issues',
    arguments: { uid: 'hom_1', intake_access_token: 'iat_1' },
  })
})

test('what to do next is said in tools', () => {
  const said = words.spoken({
    poll_request: { method: 'GET', url: `${url}/api/intake/hom_1/issues` },
    agent_instructions: [
      'Poll with poll_request after poll_after_seconds, or long-poll with Prefer: wait=25.',
      'Send the answers with PATCH. Each PATCH and POST returns a new token.',
      'Start again with PATCH /api/intake/{uid}, then POST /api/agent/homeowners/quotes.',
    ],
  })
  expect(said.agent_instructions).toEqual([
    'Call intake_issues with this uid. It waits for the next change.',
    'Send the answers with intake_patch. Each call that changes something returns a new token.',
    'Start again with intake_patch, then homeowners_quotes.',
  ])
})

test('what a person wrote stays as it is', () => {
  const known_summary = { full_name: 'Prefer: PATCH POST /api/intake/x' }
  expect(words.spoken({ known_summary })).toEqual({ known_summary })
})

test('a description loses its headers and its status codes, not its advice', () => {
  expect(withoutHttp('Reads. With Prefer: wait=25 over HTTP, it waits. Changes nothing.')).toBe(
    'Reads. Changes nothing.',
  )
  expect(withoutStatusCodes('400 names the field. 409 stale_token: look again. Other 409s: stop.')).toBe(
    'invalid_request names the field. stale_token: look again. Other conflicts: stop.',
  )
})

test('a problem with a header names the argument that stands for it, and no other path changes', () => {
  const expected = '1 to 255 visible ASCII characters, in one header line'
  const fields = [{ path: 'Idempotency-Key', expected }, { path: 'intake.PATCH' }]
  expect(words.spoken({ fields }).fields).toEqual([
    { path: 'idempotency_key', expected: '1 to 255 visible ASCII characters' },
    { path: 'intake.PATCH' },
  ])
})
