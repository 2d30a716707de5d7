import type { components } from './schema.ts'

type ErrorResponse = components['schemas']['ErrorResponse']
type OtherCode = string & Record<never, never>

/**
 * The error body. OAuth endpoints have their own codes. `unexpected_answer` means the response is not from the
 * service, for example from a proxy.
 */
export type Failure = Omit<Partial<ErrorResponse>, 'error' | 'message'> & {
  error: ErrorResponse['error'] | OtherCode
  message: string
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const kindOf = ({ headers }: Response, body: unknown): string => {
  if (body === undefined || body === '') return 'an empty body'
  if (typeof body !== 'string') return 'JSON of another form'
  return headers.get('content-type')?.split(';')[0] || 'something else'
}

const whatCame = (response: Response, body: unknown): string => {
  const status = `${response.status} ${response.statusText}`.trim()
  return `${status} came back with ${kindOf(response, body)} where an answer of the service was expected. Perhaps a proxy gave it.`
}

export const failureOf = (response: Response, body: unknown): Failure => {
  const said = (typeof body === 'object' ? body : null) as Record<string, unknown> | null
  return {
    ...said,
    error: textOf(said?.error) ?? 'unexpected_answer',
    // The service's own format, OAuth (RFC 6749), or problem details (RFC 9457).
    message:
      textOf(said?.message) ??
      textOf(said?.error_description) ??
      textOf(said?.detail) ??
      whatCame(response, body),
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A 2xx response that is not JSON, such as a proxy's page. */
export const strangerIn = async (response: Response): Promise<Failure | null> => {
  if (!response.ok || response.headers.get('content-type')?.includes('json')) return null
  const text = await response.clone().text()
  return text === '' || isJson(text) ? null : failureOf(response, text)
}
