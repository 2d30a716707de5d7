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

export type Send = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'follow' | 'manual'; body?: string },
) => Promise<Response>

let send: Send = fetch

/** From now on calls take another way. Returns what ends that. */
export const sendThrough = (way: Send): (() => void) => {
  send = way
  return () => {
    send = fetch
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
  return (await (await fetch(`${url}/dev/mailbox.json${query}`)).json()) as ReceivedEmail[]
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

/** Walks the whole flow: an emailed code, then a key. */
export const getKey = async (url: string, email: string): Promise<string> => {
  const otp = await requestCode(url, email)
  const { status, text, body } = await call(`${url}/api/agent/key/confirm`, { body: { email, otp } })
  if (status !== 200) throw new Error(`no key for ${email}: ${status} ${text}`)
  return String(body.api_key)
}

let people = 0
/** Each test has people of its own. */
export const newEmail = (): string => `operator-${process.pid}-${++people}@example.com`
