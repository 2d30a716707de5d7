import type { paths } from './schema.ts'

type Change<Item> = NonNullable<Item[keyof Item & ('post' | 'put' | 'patch' | 'delete')]>

type HeaderNames<Operation> = Operation extends { parameters: { header?: infer Headers } }
  ? Headers extends object
    ? keyof Headers
    : never
  : never

/** Changes that take no Idempotency-Key in the contract. */
type PathWithoutReplays = {
  [Path in keyof paths]: [Change<paths[Path]>] extends [never]
    ? never
    : 'Idempotency-Key' extends HeaderNames<Change<paths[Path]>>
      ? never
      : Path
}[keyof paths]

/**
 * Here the service knows nobody in particular and keeps no answer for a second call: a repeated one is a new one. That
 * would mail another code, or be refused because the first call used the code up, and so hide what was issued.
 * The type is the contract's: an operation too many or too few does not compile.
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
