import { expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { failurePage } from './failure-page.ts'

const waiting = (retry_after: number) => {
  const { message, status } = new Failure('rate_limited')
  return failurePage(
    { error: 'rate_limited', message, request_id: 'req_1', retry_after, documentation_url: 'https://x' },
    status,
  )
}

test('a page that refuses for one second says one second', async () => {
  expect(String((await waiting(1)).body)).toContain('Wait 1 second, then try again.')
  expect(String((await waiting(600)).body)).toContain('Wait 10 minutes, then try again.')
})

test.each(['rate_limited', 'too_many_attempts', 'unavailable'] as const)(
  'a page that refuses with %s says how long to wait, and names no header',
  async error => {
    const { message, status } = new Failure(error)
    const failure = {
      error,
      message,
      request_id: 'req_1',
      retry_after: 45,
      documentation_url: 'https://example.com',
    }
    const { body } = await failurePage(failure, status)
    expect(String(body)).not.toContain('Retry-After')
    expect(String(body)).toContain('Wait 45 seconds, then try again.')
    expect(String(body)).not.toContain('in a minute')
  },
)

test('a page that is not found says why where we know it, and to check the address where we do not', async () => {
  const page = async (message?: string) => {
    const { message: said, status } = new Failure('not_found', message === undefined ? {} : { message })
    const failure = {
      error: 'not_found' as const,
      message: said,
      request_id: 'req_1',
      documentation_url: 'https://x',
    }
    return String((await failurePage(failure, status)).body)
  }
  expect(await page('This link to a document has expired.')).toContain('This link to a document has expired.')
  expect(await page()).toContain('Check the address for typos.')
})

test('only what failed on our side is worth trying again unchanged', async () => {
  const page = async (error: 'internal_error' | 'invalid_request') => {
    const { message, status } = new Failure(error)
    const failure = { error, message, request_id: 'req_1', documentation_url: 'https://x' }
    return String((await failurePage(failure, status)).body)
  }
  const RETRY = 'Go back and try again in a minute.'
  expect(await page('internal_error')).toContain(RETRY)
  expect(await page('invalid_request')).not.toContain(RETRY)
})
