import Type, { type Static } from 'typebox'
import { operation } from '../../platform/app.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { later } from '../../platform/lib/clock.ts'
import { anId, orNull } from '../../platform/values/schema-parts.ts'
import { PAGE_ROWS, pageQuery, readCursor, writeCursor } from '../../products/line/wire/page-cursor.ts'
import { type LoggedCall, listRequests, REQUESTS_KEPT, type RequestPosition } from './store.ts'

const closed = { additionalProperties: false } as const

const RequestsQuery = Type.Object(
  {
    request_id: Type.Optional(anId('Only this call: request_id of an error, or X-Request-Id.')),
    failed: Type.Optional(
      Type.Boolean({ description: 'True: only calls with a status of 400 or more. False: only others.' }),
    ),
    ...pageQuery('Calls'),
  },
  closed,
)

const LoggedRequest = Type.Object(
  {
    request_id: Type.String({ description: 'As in X-Request-Id.' }),
    at: Type.String({ format: 'date-time', description: 'When it was answered.' }),
    method: Type.String(),
    route: Type.String({ description: 'The path without its values.' }),
    status: Type.Integer(),
    error: orNull('The code of the error, if it failed.'),
    key_prefix: orNull('The start of the key that was sent. Null for an access token.'),
  },
  { $id: 'LoggedRequest', ...closed },
)

export const RequestsResponse = Type.Object(
  {
    requests: Type.Array(LoggedRequest, { description: 'Newest first.' }),
    has_more: Type.Boolean(),
    next_cursor: orNull('To get the next page, send this as cursor with the same filters.'),
  },
  { $id: 'RequestsResponse', ...closed },
)

const view = ({ at, prefix, ...call }: LoggedCall): Static<typeof LoggedRequest> => ({
  ...call,
  at: at.toISOString(),
  key_prefix: prefix,
})

const placeIn = (text: string): RequestPosition => {
  const [at = '', request_id = ''] = text.split(' ')
  return { at: new Date(at), request_id }
}

/** A limited credential sees only its own calls, because others may be about what it cannot reach. */
const whoseCalls = ({ scopes, sandboxOnly, credentialId }: OperatorCaller): string | undefined =>
  scopes !== null || sandboxOnly ? credentialId : undefined

export const requests = operation({
  id: 'listRequests',
  summary: 'List the calls you made in the last 30 days.',
  description:
    'Shows method, route, status, error code, and the key of each call, to find out what went wrong. Bodies are not kept. A call appears about a second after its answer. Calls refused before we recognized the key are left out. A test key, a key with scopes, or an access token sees only its own calls.',
  input: RequestsQuery,
  output: RequestsResponse,
  reads: true,
  async run(app, caller: OperatorCaller, query): Promise<Static<typeof RequestsResponse>> {
    const { request_id, failed, limit = PAGE_ROWS } = query
    const credential_id = whoseCalls(caller)
    const whose = {
      list: 'requests-cursor',
      owner: caller.operatorUid,
      filters: { request_id, failed, credential_id },
    }
    const last = readCursor(app, whose, query.cursor)
    const found = await listRequests(
      app.db,
      {
        operator_uid: caller.operatorUid,
        credential_id,
        request_id,
        failed,
        since: later(app.clock.now(), -REQUESTS_KEPT),
      },
      { before: last === null ? null : placeIn(last), limit: limit + 1 },
    )
    const page = found.slice(0, limit)
    const end = found.length > limit ? page.at(-1) : undefined
    return {
      requests: page.map(view),
      has_more: end !== undefined,
      next_cursor: end ? writeCursor(app, whose, `${end.at.toISOString()} ${end.request_id}`) : null,
    }
  },
})
