import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Sent = {
  method: string
  headers: Record<string, string>
  redirect: 'follow' | 'manual'
  body?: string
}
export type Received = { status: number; headers: Headers; text(): Promise<string> }

const agent = new Agent({ keepAlive: true, timeout: 2000 })

/** Those of `fetch`. */
const OWN = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

const once = (url: string, { method, headers, body }: Omit<Sent, 'redirect'>): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sending = request(url, { agent, method, headers: { ...OWN, ...length, ...headers } })
    sending.on('error', reject).on('response', response => {
      text(response).then(
        body =>
          resolve({ status: response.statusCode ?? 0, headers: headersOf(response), text: async () => body }),
        reject,
      )
    })
    sending.end(body)
  })

/** As `fetch` does it, which takes four times as much of the processor. */
export const sendHttp = async (url: string, { redirect, ...sent }: Sent): Promise<Received> => {
  const received = await once(url, sent)
  const location = received.headers.get('location')
  if (redirect === 'manual' || location === null || received.status < 300 || received.status > 399)
    return received
  return sendHttp(new URL(location, url).href, { redirect, method: 'GET', headers: sent.headers })
}
