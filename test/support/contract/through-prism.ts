import { afterAll, beforeAll } from 'vitest'
import { type Send, sendThrough } from '../people/client.ts'
import { sharedServer } from '../servers/shared-server.ts'
import { UPSTREAM_HEADER } from './prism.ts'

type Violation = { location: string[]; severity: string; code?: string; message: string }

const violationsIn = (header: string | null): Violation[] =>
  header === null ? [] : (JSON.parse(header) as Violation[])

/** A request that we refuse may be as wrong as the test wants; what we take must be right, and all that we answer. */
const matters = (status: number) => (violation: Violation) =>
  violation.location[0] === 'response' || status < 400

const STARTS_WITHIN_MS = 300_000

const PUBLISHED = /^\/(api|agent|oauth2)\//

const send: Send = async (url, init) => {
  const { pathname, search, port } = new URL(url)
  if (!PUBLISHED.test(pathname)) return fetch(url, init)
  const headers = { ...init.headers, [UPSTREAM_HEADER]: port }
  const response = await fetch(`${await sharedServer('prism')}${pathname}${search}`, { ...init, headers })
  if (!response.headers.has('x-request-id'))
    throw new Error(`${init.method} ${pathname} did not come through: ${await response.text()}`)
  const violations = violationsIn(response.headers.get('sl-violations')).filter(matters(response.status))
  if (violations.length > 0)
    throw new Error(`${init.method} ${pathname} ${response.status}: ${JSON.stringify(violations, null, 1)}`)
  return response
}

/** Every call that the contract knows goes through the proxy, and fails where the proxy sees the contract broken. */
export const throughPrism = (): void => {
  beforeAll(async () => {
    await sharedServer('prism')
  }, STARTS_WITHIN_MS)
  afterAll(sendThrough(send))
}
