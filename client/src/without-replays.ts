import type { paths } from './schema.ts'

type Change<Item> = NonNullable<Item[keyof Item & ('post' | 'put' | 'patch' | 'delete')]>

type HeaderNames<Operation> = Operation extends { parameters: { header?: infer Headers } }
  ? Headers extends object
    ? keyof Headers
    : never
  : never

type PathWithoutReplays = {
  [Path in keyof paths]: [Change<paths[Path]>] extends [never]
    ? never
    : 'Idempotency-Key' extends HeaderNames<Change<paths[Path]>>
      ? never
      : Path
}[keyof paths]

/**
 * The service stores no response for these, so a retry would send another code or hide a credential that was issued.
 * The type comes from the contract: a missing or extra operation does not compile.
 */
const withoutReplays: Record<PathWithoutReplays, true> = {
  '/api/agent/key/request': true,
  '/api/agent/key/confirm': true,
  '/agent/identity': true,
  '/agent/identity/claim': true,
  '/agent/auth': true,
  '/agent/auth/claim': true,
  '/agent/auth/revoke': true,
  '/oauth2/token': true,
  '/oauth2/revoke': true,
  '/oauth2/register': true,
}

export const keepsReplays = (path: string): boolean => !Object.hasOwn(withoutReplays, path)
