import Type from 'typebox'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'

export const PAGE_ROWS = 25

export const pageQuery = (what: 'Rows' | 'Calls') => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: PAGE_ROWS, description: `${what} per page.` }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description: 'next_cursor, while has_more is true, with the same filters.',
    }),
  ),
})

type CursorOf = { list: string; owner: string; filters: object }

const context = ({ list, owner, filters }: CursorOf): string => `${list}/${owner}/${canonicalJson(filters)}`

/** Sealed, not only signed, because row ids reveal how many rows all operators have. */
export const writeCursor = (app: App, whose: CursorOf, last: string): string =>
  app.sealer.seal(context(whose), last).toString('base64url')

const opened = (app: App, place: string, cursor: string): string | null => {
  const sealed = Buffer.from(cursor, 'base64url')
  // The decoder ignores characters outside base64url, so compare with the canonical form.
  if (sealed.toString('base64url') !== cursor) return null
  try {
    return app.sealer.open(place, sealed)
  } catch {
    return null
  }
}

const refuseCursor = (): never =>
  fail('invalid_request', {
    fields: [
      {
        path: 'cursor',
        code: 'cursor_mismatch',
        expected: 'next_cursor from the last response with the same filters, or no cursor to start over',
      },
    ],
  })

export const readCursor = (app: App, whose: CursorOf, cursor: string | undefined): string | null =>
  cursor === undefined ? null : (opened(app, context(whose), cursor) ?? refuseCursor())
