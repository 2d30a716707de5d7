import { guardedFetch } from '../../../platform/lib/guarded-fetch.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { hasInvisible, mixesScripts, passesFor } from '../../../platform/values/safe-name.ts'
import { refuseOAuth } from '../protocol/oauth-error.ts'
import { ALL_SCOPES, requestedScopes, unknownScope } from '../protocol/scopes.ts'

export const REGISTERED_SCOPE = 'registered_scope'

export type Brands = readonly string[]

export const brandsOf = ({ agency }: { agency: { name: string } }): Brands => ['Bindery', agency.name]

const MOST_BYTES = 4096

const isHttps = (uri: unknown): boolean => typeof uri === 'string' && /^https:\/\//i.test(uri)

const checkName = (name: unknown, brands: Brands): void => {
  if (typeof name !== 'string') return
  if (hasInvisible(name))
    refuseOAuth('invalid_client_metadata', 'client_name has control or invisible characters; remove them')
  if (mixesScripts(name)) refuseOAuth('invalid_client_metadata', 'client_name mixes alphabets; use one')
  if (passesFor(name, brands))
    refuseOAuth(
      'invalid_client_metadata',
      'client_name is the name of this service; use the name of your own app',
    )
}

const HOST = /^[\w.-]+$|^\[[\da-f:]+\]$/i

/** A host can hold `;` and would end up in the content security policy of our own page. */
const checkRedirect = (uri: unknown): void => {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return
  const { hostname } = new URL(uri)
  if (hostname !== '' && !HOST.test(hostname))
    refuseOAuth(
      'invalid_redirect_uri',
      'the host of a redirect_uri has letters, digits, dots and hyphens only',
    )
}

const registeredScope = (scope: unknown): string => {
  const asked = requestedScopes(typeof scope === 'string' ? scope : undefined)
  if (unknownScope(asked) !== undefined)
    refuseOAuth('invalid_client_metadata', `the scopes are ${ALL_SCOPES.join(', ')}`)
  return asked.join(' ')
}

/** RFC 8252: a client that redirects to a loopback address or a private scheme is native, and its port may change. */
export const registrableMetadata = (given: unknown, brands: Brands): unknown => {
  if (!isObject(given)) return given
  if (Buffer.byteLength(JSON.stringify(given)) > MOST_BYTES)
    refuseOAuth('invalid_client_metadata', `the metadata is too large; the limit is ${MOST_BYTES} bytes`)
  const { scope, application_type: type, ...metadata } = given
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : []
  checkName(metadata.client_name, brands)
  uris.forEach(checkRedirect)
  return {
    ...metadata,
    application_type: uris.every(isHttps) ? (type ?? 'web') : 'native',
    [REGISTERED_SCOPE]: registeredScope(scope),
  }
}

type Fetch = (address: string | URL) => Promise<Response>

/** The same rules as for a client that registers. The library checks that the document names its own address. */
export const clientDocuments = (brands: Brands, fetch: Fetch = guardedFetch()) => {
  const expected = new Set<string>()
  const fetchDocument = async (address: string | URL): Promise<Response> => {
    // No other URL of a client is fetched, such as that of its keys.
    if (!expected.delete(String(address))) throw new TypeError('URLs of clients are not fetched')
    const answer = await fetch(address)
    if (answer.status !== 200) return answer
    const document = registrableMetadata(await answer.json(), brands)
    const cacheControl = answer.headers.get('cache-control')
    return Response.json(document, {
      headers: cacheControl === null ? {} : { 'cache-control': cacheControl },
    })
  }
  const allowFetch = (_ctx: unknown, clientId: string): boolean => {
    expected.add(clientId)
    return true
  }
  return { fetch: fetchDocument, allowFetch }
}
