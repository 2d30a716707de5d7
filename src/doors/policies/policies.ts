import Type, { type Static } from 'typebox'
import { standingOf } from '../../agency/policies/life/life.ts'
import { type Policy, policiesIn } from '../../agency/policies/policies.ts'
import { PolicyLife, policyDates, policyStates } from '../../agency/policies/policy-life.ts'
import { listOwnedPolicies } from '../../agency/policies/store.ts'
import { versionBases } from '../../agency/policies/version-store.ts'
import { coverageRowsOf, versionOn } from '../../agency/policies/versions.ts'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { linesOpenTo, type OperatorCaller } from '../../platform/key/guard.ts'
import { type LineName, lineNames, lineOf } from '../../platform/lines.ts'
import { anId, orNull } from '../../platform/values/schema-parts.ts'
import { policyToday } from '../../products/line/aftersale/shown-life.ts'
import { metadataMacs, metadataOf } from '../../products/line/record/metadata.ts'
import { hasPair } from '../../products/line/record/metadata-store.ts'
import { MetadataFilter, ShownMetadata } from '../../products/line/wire/metadata.ts'
import { PAGE_ROWS, pageQuery, readCursor, writeCursor } from '../../products/line/wire/page-cursor.ts'
import { refuseLive, sandboxFilter } from '../../products/line/wire/sandbox-flag.ts'
import { lines } from '../../products/lines.ts'

const closed = { additionalProperties: false } as const
const day = { format: 'date' } as const

const asOfField = {
  as_of: Type.Optional(
    Type.String({
      ...day,
      description: 'The day whose terms are shown. Default: today.',
    }),
  ),
}

const OwnedPolicy = Type.Object(
  {
    policy_id: Type.String(),
    uid: Type.String({ description: 'The request that bought it.' }),
    line: Type.Enum(lineNames),
    property_id: orNull('Homeowners: the home.'),
    sandbox: Type.Boolean(),
    metadata: ShownMetadata,
    policy_number: Type.String(),
    carrier: Type.String(),
    life: PolicyLife,
    ...policyDates,
    as_of: Type.String({ ...day, description: 'The day whose terms are shown.' }),
    premium_cents: Type.Integer({ description: 'Of the period, with fees and taxes.' }),
    coverages: Type.Array(Type.Object({ label: Type.String(), amount: Type.String() }, closed)),
    changed_since: Type.Array(Type.String(), {
      description: 'What the carrier changed and has not stated to us: the values here are those before.',
    }),
    version: Type.Object(
      {
        number: Type.Integer(),
        basis: Type.Enum(versionBases, { description: 'What it rests on.' }),
        effective_from: Type.String({ ...day, description: 'The first day of its terms.' }),
      },
      { ...closed, description: 'The version that is shown.' },
    ),
    documents: Type.Array(Type.Object({ name: Type.String(), url: Type.String({ format: 'uri' }) }, closed), {
      description:
        'Links that work for 7 days. Empty for homeowners, who open their documents on their own pages.',
    }),
  },
  { $id: 'OwnedPolicy', ...closed },
)

type Shown = { metadata: Static<typeof ShownMetadata>; as_of: string | undefined }

const shownPolicy = (app: App, policy: Policy, { metadata, as_of }: Shown): Static<typeof OwnedPolicy> => {
  const { policy_id, uid, item, sandbox, versions } = policy
  const now = app.clock.now()
  const on = as_of ?? policyToday(policy, now)
  const { version, basis, effective_from, terms } = versionOn(versions, on)
  const line = lineOf(uid) as LineName
  return {
    policy_id,
    uid,
    line,
    property_id: terms.place.kind === 'property' ? item : null,
    sandbox,
    metadata,
    policy_number: terms.policy_number,
    carrier: terms.carrier,
    ...standingOf(policy, now),
    as_of: on,
    premium_cents: terms.price_cents,
    coverages: coverageRowsOf(terms),
    changed_since: (terms.unstated ?? []).map(({ part }) => part),
    version: { number: version, basis, effective_from },
    documents: lines[line].policyDocuments?.(app, policy) ?? [],
  }
}

type Asked = {
  uid?: string | undefined
  policy_id?: string | undefined
  sandbox?: boolean | undefined
  metadata?: string | undefined
}

type Paged = { after: string | null; limit: number; isListed(policy: Policy): boolean }

/** Where a policy stands follows from its sealed versions, so those that a filter leaves out are read too. */
const READ_AT_MOST = 500

const find = async (
  app: App,
  caller: OperatorCaller,
  { metadata, ...asked }: Asked,
  { after, limit, isListed }: Paged,
): Promise<{ found: Policy[]; next: string | null }> => {
  const owner = caller.operatorUid
  const where = metadata === undefined ? undefined : hasPair(metadataMacs(app, owner, metadata))
  const filter = { ...asked, owner, lines: linesOpenTo(caller), where }
  const found: Policy[] = []
  let last = after
  for (let read = 0; read < READ_AT_MOST; read += limit) {
    const rows = await listOwnedPolicies(app.db, filter, { after: last, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const policies = new Map(
      (await policiesIn(app, [...new Set(page.map(({ uid }) => uid))])).map(one => [one.policy_id, one]),
    )
    for (const { policy_id } of page) {
      if (found.length === limit) return { found, next: last }
      const policy = policies.get(policy_id)
      if (policy && isListed(policy)) found.push(policy)
      last = policy_id
    }
    if (rows.length <= limit) return { found, next: null }
  }
  return { found, next: last }
}

const shownPolicies = async (
  app: App,
  caller: OperatorCaller,
  { found, as_of }: { found: readonly Policy[]; as_of: string | undefined },
) => {
  const notes = await metadataOf(
    app,
    caller.operatorUid,
    found.map(({ uid }) => uid),
  )
  return found.map(policy => shownPolicy(app, policy, { metadata: notes(policy.uid), as_of }))
}

export const policies = operation({
  id: 'listPolicies',
  summary: 'List your policies, or get one by policy_id.',
  description:
    'Newest first, of both lines, without personal data. state is as of now, terms as of as_of. With a filter, a page can have fewer rows: follow next_cursor until has_more is false.',
  guidance: { before: 'nothing.', onFailure: '400 names the invalid filter.' },
  input: Type.Object(
    {
      policy_id: Type.Optional(anId('Only this policy.')),
      uid: Type.Optional(anId('Only policies of this request.')),
      state: Type.Optional(Type.Enum(policyStates, { description: 'Only policies in this state now.' })),
      ends_before: Type.Optional(
        Type.String({ ...day, description: 'Only what has an ends_on before this day.' }),
      ),
      sandbox: Type.Optional(
        Type.Boolean({ description: 'True: only sandbox ones. False: only live ones.' }),
      ),
      metadata: Type.Optional(MetadataFilter),
      ...asOfField,
      ...pageQuery('Rows'),
    },
    { $id: 'PoliciesQuery', ...closed },
  ),
  output: Type.Object(
    {
      policies: Type.Array(OwnedPolicy),
      has_more: Type.Boolean(),
      next_cursor: orNull('To get the next page, send this as cursor with the same filters.'),
    },
    { $id: 'PoliciesResponse', ...closed },
  ),
  reads: true,
  async run(app, caller: OperatorCaller, { cursor, limit = PAGE_ROWS, as_of, ...query }) {
    const { state, ends_before, ...asked } = { ...query, sandbox: sandboxFilter(caller, query.sandbox) }
    const filters = { state, ends_before, ...asked }
    const whose = { list: 'policies-cursor', owner: caller.operatorUid, filters }
    const now = app.clock.now()
    const { found, next } = await find(app, caller, asked, {
      after: readCursor(app, whose, cursor),
      limit,
      isListed(policy) {
        const standing = standingOf(policy, now)
        if (state !== undefined && standing.state !== state) return false
        return ends_before === undefined || standing.ends_on < ends_before
      },
    })
    return {
      policies: await shownPolicies(app, caller, { found, as_of }),
      has_more: next !== null,
      next_cursor: next === null ? null : writeCursor(app, whose, next),
    }
  },
})

const NOT_YOURS = 'No policy with this policy_id belongs to your credential. Check the policy_id.'

export const policyById = operation({
  id: 'getPolicy',
  summary: 'Get one policy, as of any day.',
  description: 'The same as a row of the list. as_of can be in the past or ahead.',
  guidance: { before: 'have a policy_id from the list.', onFailure: '404: the policy is not yours.' },
  input: Type.Object(
    { policy_id: anId('A policy of yours.'), ...asOfField },
    { $id: 'PolicyQuery', ...closed },
  ),
  output: OwnedPolicy,
  failures: [404],
  reads: true,
  async run(app, caller: OperatorCaller, { policy_id, as_of }) {
    const one = { after: null, limit: 1, isListed: () => true }
    const { found } = await find(app, caller, { policy_id }, one)
    const [policy] = await shownPolicies(app, caller, { found, as_of })
    if (!policy) return fail('not_found', { message: NOT_YOURS })
    refuseLive(caller, policy)
    return policy
  },
})
