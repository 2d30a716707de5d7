import type { ServerResponse } from 'node:http'
import type { App } from '../../platform/app.ts'
import type { CallerBase, Row } from '../../platform/http/operation.ts'
import type { Tool } from './tool.ts'

const listed = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
})

const toolListBytes = (tools: readonly Tool[]): Buffer =>
  Buffer.from(JSON.stringify({ tools: tools.map(listed) }))

export const toolLists = (
  tools: readonly Tool[],
  opens: (caller: CallerBase, row: Row<App>) => boolean,
): ((caller: CallerBase) => Buffer) => {
  const lists = new Map<string, Buffer>()
  return caller => {
    const open = tools.filter(({ row }) => opens(caller, row))
    const names = open.map(({ name }) => name).join(' ')
    const list = lists.get(names) ?? toolListBytes(open)
    lists.set(names, list)
    return list
  }
}

export const sendToolList = (response: ServerResponse, id: string | number, list: Buffer): void => {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': head.length + list.length + 1,
  })
  response.write(head)
  response.write(list)
  response.end('}')
}

type Listing = { id: string | number }

export const listingIn = (body: unknown): Listing | null => {
  const { jsonrpc, method, id } = (body ?? {}) as Record<string, unknown>
  const isRequest = jsonrpc === '2.0' && (typeof id === 'string' || Number.isInteger(id))
  return isRequest && method === 'tools/list' ? { id: id as string | number } : null
}
