import { isObject } from '../lib/is-object.ts'
import { isText, readList } from './list-file.ts'

export type IdJagIssuer = {
  issuer: string
  keys: { uri: string } | { jwks: object }
  clientIds: readonly string[]
}

type Reading = { production: boolean; stop: (sentence: string) => never }

const isHttps = (value: unknown, production: boolean): value is string => {
  if (!isText(value) || !URL.canParse(value)) return false
  const { protocol } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && !production)
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText)

const FIELDS = ['issuer', 'jwks_uri', 'jwks', 'client_ids']

const problemOf = (entry: Record<string, unknown>, production: boolean): string | undefined => {
  const { issuer, jwks_uri, jwks, client_ids } = entry
  const unknown = Object.keys(entry).find(field => !FIELDS.includes(field))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is not a field`
  if (!isHttps(issuer, production)) return 'issuer must be an https:// URL (http:// is for development only)'
  if ((jwks_uri === undefined) === (jwks === undefined)) return 'it needs either jwks_uri or jwks'
  if (jwks_uri !== undefined && !isHttps(jwks_uri, production)) return 'jwks_uri must be an https:// URL'
  if (jwks !== undefined && !(isObject(jwks) && Array.isArray(jwks.keys)))
    return 'jwks must be a JSON Web Key Set, {"keys": [...]}'
  return isTextList(client_ids) ? undefined : 'client_ids must list the clients whose agents are let in'
}

const issuerOf = (entry: unknown, at: number, { production, stop }: Reading): IdJagIssuer => {
  const fields = isObject(entry) ? entry : stop(`ID_JAG_ISSUERS entry ${at + 1}: it must be an object.`)
  const problem = problemOf(fields, production)
  if (problem !== undefined) stop(`ID_JAG_ISSUERS entry ${at + 1}: ${problem}.`)
  const { issuer, jwks_uri, jwks, client_ids } = fields
  return {
    issuer: String(issuer),
    keys: isText(jwks_uri) ? { uri: jwks_uri } : { jwks: jwks as object },
    clientIds: client_ids as string[],
  }
}

export const readIdJagIssuers = (path: string, reading: Reading): IdJagIssuer[] => {
  const issuers = readList('ID_JAG_ISSUERS', path, reading.stop).map((entry, at) =>
    issuerOf(entry, at, reading),
  )
  const names = issuers.map(({ issuer }) => issuer)
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (twice >= 0) reading.stop(`ID_JAG_ISSUERS entry ${twice + 1}: another entry has this issuer.`)
  return issuers
}
