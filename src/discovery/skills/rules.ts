import { catalog, type ErrorCode } from '../../errors.ts'
import { code, list, table } from './skill.ts'

/** True for every flow of the operator surface. */
export const operatorRules = list([
  'You act for a business (the operator) and its customers. An assistant that shops for its own user must use `/api/consumer/skill.md` instead and must never ask for a credential.',
  'Send the key only in `Authorization: Bearer …`, from a server. Never show it, or any token, to a customer; never put it in a prompt.',
  'Never invent an answer and never assume a consent. A value that the customer did not confirm is sent with an entry in `field_estimates`.',
  'Never ask for or send social security numbers, card or bank data, or passwords: such keys are refused.',
  'Show offers as they are. Do not advise which cover suits whom; pass on the recommended one with the reason given.',
])

export const callRules = list([
  'Send `Service-API-Version: v1` if you want to pin the contract. Every answer names its `X-Request-Id`: quote it when you ask for help.',
  'Send a fresh `Idempotency-Key` with every write. If an answer is lost, send the same call with the same key: the stored answer comes back for 24 hours. Polls take no key.',
  'There are no callbacks. Poll as `poll_after_seconds` or `Retry-After` say, or hold the poll with `Prefer: wait=20`. The service may answer sooner than that: without `Preference-Applied` it held nothing, so pause before the next poll.',
  'On 429 and 503 wait `Retry-After` seconds, then send the same call again. On 500 do the same with the same `Idempotency-Key`.',
])

/** What a code wants from the caller, in the words of the catalog. */
export const errorTable = (codes: readonly ErrorCode[]): string =>
  table(
    ['Status', '`error`', 'What to do'],
    codes.map(name => [String(catalog[name][0]), code(name), catalog[name][1]]),
  )
