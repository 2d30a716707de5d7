import { errorCode } from '../../../platform/lib/error-code.ts'

const MAX_BODY_BYTES = 256 * 1024

export type HttpReply =
  | { kind: 'reply'; status: number; text: string; retryAfter: string | null }
  | {
      kind: 'failed'
      outcome: 'unreachable' | 'timed_out' | 'too_large'
      status: number | null
      cause?: string
    }

const readBody = async (response: Response): Promise<string | null> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  // Drops a byte order mark, which some systems put before their JSON.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

type Sent = { url: string; headers: Record<string, string>; body: string | null; timeoutMs: number }

/** Never follows a redirect: the signed request is for this address only. */
export const send = async ({ url, headers, body, timeoutMs }: Sent): Promise<HttpReply> => {
  let status: number | null = null
  try {
    const response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))),
      headers: {
        ...(body !== null && { 'content-type': 'application/json' }),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Bindery',
        ...headers,
      },
      body,
    })
    status = response.status
    const text = await readBody(response)
    if (text === null) return { kind: 'failed', outcome: 'too_large', status }
    return { kind: 'reply', status, text, retryAfter: response.headers.get('retry-after') }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    if (late) return { kind: 'failed', outcome: 'timed_out', status }
    const cause = error instanceof Error ? errorCode(error.cause) : null
    return { kind: 'failed', outcome: 'unreachable', status, ...(typeof cause === 'string' && { cause }) }
  }
}
