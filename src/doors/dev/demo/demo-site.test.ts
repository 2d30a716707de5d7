import { expect, test } from 'vitest'
import { retryingFetch } from '../../../../client/src/retrying-fetch.ts'
import { farEnd } from '../../../../test/support/servers/far-end.ts'
import { callApi } from './demo-site.ts'

test('a demonstration that is told to come back while it is filled does, with the same key, and goes on', async () => {
  const { url, keys } = await farEnd([
    { status: 503, headers: { 'retry-after': '0' } },
    { status: 200, body: '{"uid":"hom_1"}' },
  ])
  expect(await callApi({ url, send: retryingFetch() }, '/api/agent/homeowners/quotes', {})).toEqual({
    uid: 'hom_1',
  })
  expect(keys).toEqual([expect.any(String), keys[0]])
})
