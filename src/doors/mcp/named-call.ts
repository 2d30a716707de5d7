import type { ServerResponse } from 'node:http'

type Sent = Record<string, unknown>

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LISTS: Record<string, string> = { 'tools/call': 'tools/list', 'prompts/get': 'prompts/list' }

const callIn = (body: unknown): { call: Sent; params: Sent; list: string } | null => {
  if (!isObject(body) || body.id === undefined) return null
  const list = LISTS[String(body.method)]
  return list === undefined ? null : { call: body, params: isObject(body.params) ? body.params : {}, list }
}

/** Some clients send null when there is nothing to send. MCP knows only an object, or nothing. */
export const withoutNullArguments = (body: unknown): unknown => {
  const found = callIn(body)
  if (!found || found.params.arguments !== null) return body
  const { arguments: _, ...params } = found.params
  return { ...found.call, params }
}

const ARGUMENTS =
  'arguments in params must be a JSON object, such as {"uid": "umb_…"}. Leave it out if there is nothing to send.'

export const problemInCall = (body: unknown): string | null => {
  const found = callIn(body)
  if (!found) return null
  const { name, arguments: given = {} } = found.params
  if (typeof name !== 'string') return `name in params must be a name from ${found.list}.`
  return isObject(given) ? null : ARGUMENTS
}

const INVALID_PARAMS = -32602

export const refuseCall = (response: ServerResponse, body: unknown, message: string): void => {
  const { id = null } = isObject(body) ? body : {}
  const error = { code: INVALID_PARAMS, message }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
}
