import type { FastifyReply, FastifyRequest } from 'fastify'
import { budgetHeaders } from './budgets/budget.ts'
import { securityHeaders } from './security-headers.ts'
import { type VersionTable, versionHeaders } from './versions.ts'

export type StandingHeaders = {
  list(request: FastifyRequest): string[]
  set(request: FastifyRequest, reply: FastifyReply): void
  constant: Record<string, string>
}

export const append = (list: string[], headers: Readonly<Record<string, string>>): void => {
  for (const name in headers) list.push(name, String(headers[name]))
}

type Facts = { publicUrl: string; versions: VersionTable; draining: () => boolean }

export const standingHeaders = ({ publicUrl, versions, draining }: Facts): StandingHeaders => {
  const common = securityHeaders(publicUrl)
  const constantOf = (version: (typeof versions)[number]) => ({ ...common, ...versionHeaders(version) })
  const constant = constantOf(versions[0])
  const first = Object.entries(constant).flat()
  const byVersion = new Map<unknown, string[]>(
    versions.map(version => [version.name, Object.entries(constantOf(version)).flat()]),
  )
  const list = (request: FastifyRequest): string[] => {
    const known = byVersion.get(request.headers['service-api-version']) ?? first
    const headers = known.slice()
    headers.push('x-request-id', request.id)
    if (request.budget) append(headers, budgetHeaders(request.budget))
    if (request.call) for (const text of request.call.headers) headers.push(text)
    if (draining()) headers.push('connection', 'close')
    return headers
  }
  return {
    list,
    constant,
    set: (request, reply) => {
      const headers = list(request)
      for (let at = 0; at < headers.length; at += 2) reply.header(String(headers[at]), headers[at + 1])
    },
  }
}
