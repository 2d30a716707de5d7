import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { type Verbs, verbsOf } from './call-verbs.ts'
import { type Failure, failureOf, strangerIn } from './failure.ts'
import { type RetryOptions, retryingFetch } from './retrying-fetch.ts'
import type { components, paths } from './schema.ts'
import { keepsReplays } from './without-replays.ts'

export type Schemas = components['schemas']
export type { Failure } from './failure.ts'

export type BinderyOptions = RetryOptions & {
  /** For example https://bindery.example. */
  url: string
  /** An operator key or access token. The consumer API needs none. */
  key?: string | undefined
}

const withFields = ({ message, fields = [] }: Failure): string =>
  [
    message,
    ...fields.map(({ path, problem, expected }) => `${path} ${problem}${expected ? ` (${expected})` : ''}`),
  ].join('\n- ')

/** `failure.error` is for programs, the message for people: it also lists what is wrong with each field. */
export class BinderyError extends Error {
  override readonly name = 'BinderyError'
  readonly status: number
  readonly failure: Failure
  constructor(status: number, failure: Failure) {
    super(withFields(failure))
    this.status = status
    this.failure = failure
  }
}

const withKey = (key: string): Middleware => ({
  onRequest: ({ request }) => {
    if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${key}`)
    return request
  },
})

/** Removes the caller's key where the service ignores it: a call with a key would be retried. */
const withIdempotencyKey: Middleware = {
  onRequest: ({ request, schemaPath }) => {
    if (!keepsReplays(schemaPath)) request.headers.delete('idempotency-key')
    else if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    return request
  },
}

const refuseStrangers: Middleware = {
  onResponse: async ({ response, options }) => {
    const failure = options.parseAs === 'json' ? await strangerIn(response) : null
    if (failure) throw new BinderyError(response.status, failure)
  },
}

export type Bindery = Client<paths> & Verbs

/** For example `bindery.umbrella.draft({ intake })`, or `bindery.POST('/api/agent/umbrella/draft', { body })`. */
export const createBindery = ({ url, key, ...retries }: BinderyOptions): Bindery => {
  const client = createClient<paths>({ baseUrl: url.replace(/\/$/, ''), fetch: retryingFetch(retries) })
  if (key !== undefined) client.use(withKey(key))
  client.use(withIdempotencyKey, refuseStrangers)
  return Object.assign(client, verbsOf(client, answerOf))
}

type Outcome<T> = { data?: T; error?: unknown; response: Response }

/** Returns the body or throws a BinderyError: `const quoted = answerOf(await bindery.POST(…))`. */
export const answerOf = <T>({ data, error, response }: Outcome<T>): NonNullable<T> => {
  if (data === undefined || data === null) throw new BinderyError(response.status, failureOf(response, error))
  return data
}
