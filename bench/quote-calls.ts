import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { completeIntake } from '../test/support/people/homeowner-applications.ts'
import { LIMITS } from './load.ts'

export const AT_ONCE = 8
export const EMAIL = 'operator@example.com'

export const SETTINGS = {
  SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
  RATE_LIMITS: LIMITS,
}

export type Caller = { url: string; key: string }

const sockets = new Agent({ keepAlive: true })

/** Node's own HTTP client, because fetch uses several times the CPU on the same two cores. */
const post = (url: string, headers: Record<string, string>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent: sockets, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        Number(response.statusCode) > 299
          ? reject(new Error(`answered ${response.statusCode}: ${text}`))
          : resolve(text),
      )
    })
      .on('error', reject)
      .end(body)
  })

const ask = async ({ url, key }: Caller, body: object): Promise<string> => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const answer = await post(`${url}/api/agent/homeowners/quotes`, headers, JSON.stringify(body))
  return /"uid":"(\w+)"/.exec(answer)?.[1] ?? ''
}

export const create = (agent: Caller): Promise<string> => ask(agent, { intake: completeIntake() })

/** Submits the application: consent, state, audit, jobs, and email in one transaction. */
export const submit = (agent: Caller, uid: string): Promise<string> =>
  ask(agent, { uid, credit_check_authorized: true })

/** Runs `act` for every item concurrently and returns the rate per second. */
export const timed = async <T>(items: readonly T[], act: (item: T, worker: number) => Promise<unknown>) => {
  const queue = items.values()
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (const item of queue) await act(item, worker)
    }),
  )
  return (items.length * 1000) / (performance.now() - begun)
}
