import { randomUUID } from 'node:crypto'
import type { App } from '../../../platform/app.ts'

export type DemoSite = {
  app: App
  url: string
  send(request: Request): Promise<Response>
  runJobs(only?: readonly string[]): Promise<void>
  setAgo(milliseconds: number): void
}

export type DemoOperator = DemoSite & { key: string }

type Answer = Record<string, unknown>

export const callApi = async (
  { url, send, key }: Pick<DemoSite, 'url' | 'send'> & { key?: string },
  path: string,
  body: object,
): Promise<Answer> => {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  const response = await send(
    new Request(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`The demonstration failed at ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}
