import { catalog, type ErrorCode } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { lineNames } from '../../../platform/lines.ts'
import { lines } from '../../../products/lines.ts'
import { codesForShoppers } from '../errors-page.ts'
import { operatorMessage, shopperMessage } from '../skills/rules.ts'
import type { ReferenceOperation } from './operations.ts'

/** Codes that only operations with these tags return. Any operation with their status can return the others. */
const ONLY_AT: Partial<Record<ErrorCode, readonly string[]>> = {
  invalid_email: ['key', 'oauth'],
  invalid_otp: ['key', 'oauth'],
  registration_invalid: ['key'],
  anonymous_not_enabled: ['oauth'],
  invalid_claim_token: ['oauth'],
  invalid_assertion: ['oauth'],
  stale_access_token: ['intake'],
  stale_token: ['intake'],
  unsupported_state: ['calculators', ...lineNames, 'consumer', 'intake'],
}

export type OperationError = { status: number; code: string; message: string; url: string }

const isAt = (code: ErrorCode, tag: string): boolean => {
  const own = lineNames.filter(line => lines[line].ownErrors.includes(code))
  const tags = [...(ONLY_AT[code] ?? []), ...own]
  return tags.length === 0 || tags.includes(tag)
}

export const operationErrors = ({ failures, surface, tag }: ReferenceOperation): OperationError[] => {
  const isConsumer = surface === 'consumer'
  const codes = isConsumer ? codesForShoppers : keysOf(catalog)
  const messageOf = isConsumer ? shopperMessage : operatorMessage
  const page = isConsumer ? '/docs/consumer/errors' : '/docs/errors'
  return failures
    .filter(({ cataloged }) => cataloged)
    .flatMap(({ status }) =>
      codes
        .filter(code => catalog[code][0] === status && isAt(code, tag))
        .map(code => ({ status, code, message: messageOf(code), url: `${page}#${code}` })),
    )
}
