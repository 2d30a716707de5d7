import Type, { type Static } from 'typebox'
import { PolicyState } from '../../agency/policies/policy-life.ts'
import { operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { linesOpenTo, type OperatorCaller } from '../../platform/key/guard.ts'
import { type LineName, lineNames } from '../../platform/lines.ts'
import { orNull } from '../../platform/values/schema-parts.ts'
import { listChanges } from '../../products/line/record/change-store.ts'
import { changeTypes } from '../../products/line/record/change-type.ts'
import { feedUpToNow } from '../../products/line/record/changes.ts'
import { metadataOf } from '../../products/line/record/metadata.ts'
import { ShownMetadata } from '../../products/line/wire/metadata.ts'
import { sandboxFilter } from '../../products/line/wire/sandbox-flag.ts'
import { StageField, WaitingOn } from '../../products/line/wire/waiting-on.ts'

const closed = { additionalProperties: false } as const
const MOST = 100

const ChangesQuery = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'next of the previous response. Omit it to start with the oldest change.',
      }),
    ),
    sandbox: Type.Optional(
      Type.Boolean({ description: 'True: only sandbox requests. False: only live ones. Omit it for both.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST, default: MOST, description: 'Changes per page.' }),
    ),
  },
  closed,
)

const Change = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Counts your changes. Later changes have higher numbers.' }),
    at: Type.String({ format: 'date-time' }),
    line: Type.Enum(lineNames),
    uid: Type.String(),
    metadata: ShownMetadata,
    property_id: orNull('Homeowners: the home. Null for umbrella, or while the address is incomplete.'),
    status: Type.String({ description: 'As on the dashboard of its line.' }),
    detail_status: orNull('As on that dashboard.'),
    stage: Type.Optional(StageField),
    type: Type.Optional(
      Type.Enum([...changeTypes], {
        description: 'What happened. Expect more types. Absent where an earlier release wrote the change.',
      }),
    ),
    state: Type.Optional(PolicyState),
    waiting_on: WaitingOn,
    sandbox: Type.Boolean(),
  },
  { $id: 'Change', ...closed },
)

export const ChangesResponse = Type.Object(
  {
    changes: Type.Array(Change, { description: 'Oldest first.' }),
    next: Type.Integer({
      minimum: 0,
      description: 'Send it as after in the next call, with the same filter.',
    }),
    has_more: Type.Boolean({ description: 'True when you can get more changes now.' }),
  },
  { $id: 'ChangesResponse', ...closed },
)

const refuseAhead = (last: number): never =>
  fail('invalid_request', {
    fields: [
      { path: 'after', code: 'out_of_range', expected: `next of an earlier response, ${last} at most` },
    ],
  })

export const changes = operation({
  id: 'listChanges',
  summary: 'Get what changed in all your requests since the last call.',
  description:
    'One poll covers all homeowners and umbrella requests. Each change names the request, what happened (type), where it stands and whose turn it is, without personal data. There are no webhooks: hold this poll instead. Changes come in order, and none is left out. A date that passes, such as the end of a policy, may add none. They are kept for 90 days: after a longer silence, read the dashboards too. With Prefer: wait=25 an empty response waits for the next change.',
  guidance: {
    before: 'nothing. Keep next and send it as after in the next call.',
    onFailure: '400: after is not from an earlier response. Omit it to start over.',
  },
  input: ChangesQuery,
  output: ChangesResponse,
  reads: true,
  waits: {
    stateOf: ({ changes: found }) => (found.length === 0 ? 'nothing new' : null),
    versionOf: async (app, _query, { operatorUid }: OperatorCaller) =>
      (await feedUpToNow(app, operatorUid)).last,
  },
  async run(
    app,
    caller: OperatorCaller,
    { after = 0, limit = MOST, sandbox: asked },
  ): Promise<Static<typeof ChangesResponse>> {
    const { operatorUid: owner } = caller
    const sandbox = sandboxFilter(caller, asked)
    const { last, more } = await feedUpToNow(app, owner)
    if (after > last) refuseAhead(last)
    const found =
      after === last
        ? []
        : await listChanges(app.db, { owner, lines: linesOpenTo(caller), sandbox, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const seen = page.at(-1)?.seq ?? after
    const isFull = found.length > limit
    const notes = await metadataOf(
      app,
      owner,
      page.map(({ uid }) => uid),
    )
    return {
      changes: page.map(({ at, line, stage, type, state, ...change }) => ({
        ...change,
        metadata: notes(change.uid),
        ...(stage && { stage }),
        ...(type && { type }),
        ...(state && { state }),
        line: line as LineName,
        at: at.toISOString(),
      })),
      // Past the changes that the filter leaves out, so that the next call does not read them again.
      next: isFull ? seen : Math.max(seen, last),
      has_more: isFull || more,
    }
  },
})
