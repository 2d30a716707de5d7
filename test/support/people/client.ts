import { issueKey, operatorWith } from '../../../src/doors/key/issue.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { revokeMainKeys } from '../../../src/platform/key/store.ts'
import { runningAt } from '../servers/running-here.ts'
import { type Received, type Sent, sendHttp } from './http.ts'

export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

export type CallOptions = {
  key?: string
  headers?: Record<string, string>
  body?: unknown
  method?: string
  redirect?: 'follow' | 'manual'
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const payload = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

export type Send = (url: string, sent: Sent) => Promise<Received>

let send: Send = sendHttp

/** From now on calls take another way. Returns what ends that. */
export const sendThrough = (way: Send): (() => void) => {
  send = way
  return () => {
    send = sendHttp
  }
}

/** One HTTP call, as a caller outside would make it. A string body goes out as it is. */
export const call = async (
  url: string,
  { key, headers, body, method = body === undefined ? 'GET' : 'POST', redirect = 'follow' }: CallOptions = {},
): Promise<Answer> => {
  const response = await send(url, {
    method,
    redirect,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: payload(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

export type ReceivedEmail = {
  id: string
  to: string
  subject: string
  text: string
  links: string[]
  sent_at: string
}

export const mailbox = async (url: string, to?: string): Promise<ReceivedEmail[]> => {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  const page = `${url}/dev/mailbox.json${query}`
  const { text } = await sendHttp(page, { method: 'GET', headers: {}, redirect: 'manual' })
  return JSON.parse(await text())
}

const codeIn = ({ text }: ReceivedEmail): string | undefined => /^ {4}(\d{6})$/m.exec(text)?.[1]

/** The code in the newest code email to this address. */
export const latestCode = async (url: string, email: string): Promise<string> => {
  for (const mail of await mailbox(url, email)) {
    const code = codeIn(mail)
    if (code !== undefined) return code
  }
  throw new Error(`no code was emailed to ${email}`)
}

export const requestCode = async (url: string, email: string): Promise<string> => {
  await call(`${url}/api/agent/key/request`, { body: { email } })
  return latestCode(url, email)
}

const issuedKey = (app: App, email: string) =>
  transact(app, async inside => {
    const operator = await operatorWith(inside, email)
    const replaced = await revokeMainKeys(inside.db, operator.operator_uid, app.clock.now())
    return issueKey(inside, { operator, main: true, replaced })
  })

/** Walks the whole flow: an emailed code, then a key. */
const confirmedKey = async (url: string, email: string): Promise<Record<string, unknown>> => {
  const otp = await requestCode(url, email)
  const { status, text, body } = await call(`${url}/api/agent/key/confirm`, { body: { email, otp } })
  if (status !== 200) throw new Error(`no key for ${email}: ${status} ${text}`)
  return body
}

/** A service in this process issues the key without the code, whose own tests are in test/api/key. */
export const operatorWithKey = async (url: string, email: string): Promise<{ key: string; uid: string }> => {
  const app = runningAt(url)
  const issued = app ? await issuedKey(app, email) : await confirmedKey(url, email)
  return { key: String(issued.api_key), uid: String(issued.operator_uid) }
}

export const getKey = async (url: string, email: string): Promise<string> =>
  (await operatorWithKey(url, email)).key

let people = 0
/** Each test has people of its own. */
export const newEmail = (): string => `operator-${process.pid}-${++people}@example.com`
