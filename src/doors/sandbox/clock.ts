import Type, { type Static } from 'typebox'
import { lifeOf } from '../../agency/policies/life/life.ts'
import { policiesOf } from '../../agency/policies/policies.ts'
import type { PolicyLife } from '../../agency/policies/policy-life.ts'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type OperatorCaller, refuseWithoutScope } from '../../platform/key/guard.ts'
import { type LineName, lineOf } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { rehearseRenewals } from '../../products/line/aftersale/renewals.ts'
import { listOffers } from '../../products/line/offers/store.ts'
import { lockIntake } from '../../products/line/record/intakes.ts'
import { lines } from '../../products/lines.ts'

const closed = { additionalProperties: false } as const

const MOST_HOURS = 400 * 24

const SandboxClockRequest = Type.Object(
  {
    uid: anId('A sandbox request of yours, of either line.'),
    advance_hours: Type.Integer({
      minimum: 1,
      maximum: MOST_HOURS,
      description: 'How much older the request becomes. Calls add up. Time cannot move back.',
    }),
  },
  {
    $id: 'SandboxClockRequest',
    ...closed,
    examples: [{ uid: 'hom_01hzY0Wb3kTqRZ5xN8cVdE', advance_hours: 744 }],
  },
)

export const SandboxClockResponse = Type.Object(
  {
    uid: Type.String(),
    sandbox: Type.Literal(true),
    advanced_hours: Type.Integer({ minimum: 1 }),
    offers_expire_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the current offers expire, or expired. Null when there are none.',
    }),
    erased: Type.Boolean({ description: 'True when the answers are now too old to keep, and were erased.' }),
    response_summary: Type.String({ description: 'What happened, in one sentence.' }),
  },
  { $id: 'SandboxClockResponse', ...closed },
)
export type SandboxClockResponse = Static<typeof SandboxClockResponse>

const unknown = (): never =>
  fail('not_found', {
    message: 'No request with this uid belongs to your credential. Check the uid.',
  })

const lockRehearsal = async (app: App, line: LineName, caller: OperatorCaller, uid: string) => {
  refuseWithoutScope(app, caller, line)
  const intake = await lockIntake<string, unknown>(app, { uid, line })
  if (intake?.owner !== caller.operatorUid) return unknown()
  if (!intake.sandbox)
    fail('invalid_request', {
      fields: [
        { path: 'uid', code: 'not_accepted_here', expected: 'a request that was started with sandbox: true' },
      ],
    })
  return intake
}

const LIVES: Partial<Record<PolicyLife, string>> = {
  expired: 'its policy has expired',
  renewal_offered:
    'its policy can be renewed: get its status, and accept with POST /api/agent/policies/requests',
}

type Aged = { isErased: boolean; lives: readonly PolicyLife[]; expires: Date | undefined }

const summaryOf = ({ isErased, lives, expires }: Aged, now: Date): string => {
  if (isErased) return 'The request was left alone for too long, so its answers were erased.'
  const lived = lives.flatMap(life => LIVES[life] ?? [])
  if (lived.length > 0) return `The request is older now, and ${lived[0]}.`
  if (lives.length === 0 && expires && expires <= now)
    return 'The request is older now, and its offers have expired.'
  return 'The request is older now.'
}

const erasedBefore = (uid: string, hours: number): SandboxClockResponse => ({
  uid,
  sandbox: true,
  advanced_hours: hours,
  offers_expire_at: null,
  erased: true,
  response_summary:
    'The answers of this request were erased before, so nothing else happens to it. Start a new request.',
})

export const clock = operation({
  id: 'moveSandboxClock',
  summary: 'Make a sandbox request older, to rehearse what happens later.',
  description:
    'Moves one sandbox request and nothing else. Its offers expire that much sooner. The deadline of its carriers comes closer. If it was left alone for 30 days, or 90 days once submitted, its answers are erased at once. Its policy comes closer to its end: 90 days before, an invented carrier offers to renew it. wanted_on counts from that later day. Dates on a policy or a binder, links, tokens and inserted_at of dashboard rows do not move, so submitted_at and updated_at of such a row can be before it. A start date still counts from today. Live requests are refused.',
  input: SandboxClockRequest,
  output: SandboxClockResponse,
  failures: [404],
  async run(app, caller: OperatorCaller, { uid, advance_hours: hours }): Promise<SandboxClockResponse> {
    const line = lineOf(uid) ?? unknown()
    const { erasedAt } = await lockRehearsal(app, line, caller, uid)
    if (erasedAt !== null) return erasedBefore(uid, hours)
    const { age, retention } = lines[line]
    await age(app, uid, { hours, actor: caller.operatorUid })
    await retention.erase(app, uid)
    await rehearseRenewals(app, uid, lines[line])
    const intake = await lockRehearsal(app, line, caller, uid)
    const offers = (await listOffers(app.db, intake)).filter(({ superseded_at }) => superseded_at === null)
    const isErased = intake.erasedAt !== null
    const now = app.clock.now()
    const lives = (await policiesOf(app, uid)).map(policy => lifeOf(policy, now))
    const expires = offers[0]?.expires_at
    return {
      uid,
      sandbox: true,
      advanced_hours: hours,
      offers_expire_at: expires?.toISOString() ?? null,
      erased: isErased,
      response_summary: summaryOf({ isErased, lives, expires }, now),
    }
  },
})
