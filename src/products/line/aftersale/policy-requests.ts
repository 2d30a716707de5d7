import {
  type ChangeKind,
  isChange,
  type PolicyChange,
} from '../../../agency/carriers/contract/policy-change.ts'
import { proRataCents } from '../../../agency/ledger/postings.ts'
import { lifeOf } from '../../../agency/policies/life/life.ts'
import {
  canEndOn,
  expiresOn,
  hasEnded,
  numbersOf,
  periodOn,
} from '../../../agency/policies/life/policy-end.ts'
import {
  isWaiting,
  keepPolicyRequest,
  type PolicyRequest,
  type RequestOutcome,
  settlePolicyRequest,
} from '../../../agency/policies/life/requests.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import { changeProblems, changeRows, changing } from '../../../agency/policies/policy-change.ts'
import { MOST_DETAILS, type PolicyRequestInput } from '../../../agency/policies/policy-request.ts'
import { type ChangeablePart, PART_OF, versionOn } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { dayWords, isDay } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { holdsForbiddenNumber } from '../../../platform/values/personal-text.ts'
import { holdIntake } from '../record/intakes.ts'
import type { AfterSale } from './after-sale.ts'
import { endPolicy } from './end-policy.ts'
import { endorse, type StatedChange } from './endorse.ts'
import { tellRequested, tellSettled } from './policy-request-emails.ts'
import { OFFER_CHANGED, renewPolicy } from './renewals.ts'
import { policyToday } from './shown-life.ts'

const ENDED =
  'This policy has ended, so only copies of documents can be asked for here. For anything else, contact the agency.'
const CANCELED =
  'The end of this policy is set, so only copies of documents can be asked for here. To change it before that day, or to keep it, contact the agency.'

type Kind = Pick<PolicyRequestInput, 'kind'>

const isOpen = (policy: Policy, { kind }: Kind, now: Date): boolean =>
  kind === 'documents' || (policy.end === null && !hasEnded(policy, now))

const refuseClosed = (policy: Policy, input: Kind, now: Date): void => {
  if (!isOpen(policy, input, now))
    fail('conflict', {
      message: hasEnded(policy, now) ? ENDED : CANCELED,
      current_status: lifeOf(policy, now),
    })
}

export const refuseClosedToCaller = (app: App, policy: Policy, input: Kind): void => {
  const now = app.clock.now()
  if (isOpen(policy, input, now)) return
  const contact = contactWords(app.config.agency)
  const only = 'so you can ask only for copies, with kind: documents.'
  fail('conflict', {
    message:
      policy.end === null || hasEnded(policy, now)
        ? `This policy has ended, ${only} For anything else, ${contact}.`
        : `This policy ends on ${dayWords(policy.end.ended_on)}, ${only} To change it before that day, or to keep it, ${contact}.`,
    current_status: lifeOf(policy, now),
  })
}

export type Wanted = Pick<PolicyRequest, 'kind' | 'wanted_on' | 'details' | 'change'>

const MOST_WAITING = 5

const dayProblem = (policy: Policy, { kind, wanted_on }: PolicyRequestInput, now: Date): FieldProblem[] => {
  const path = 'wanted_on'
  const today = policyToday(policy, now)
  const expected = `a day of the policy from ${today > policy.effective_date ? today : policy.effective_date} on, before ${expiresOn(policy)}`
  if (wanted_on === undefined) return kind === 'cancellation' ? [{ path, code: 'required', expected }] : []
  if (!isDay(wanted_on)) return [{ path, code: 'bad_date', expected }]
  return wanted_on >= today && canEndOn(wanted_on, policy) ? [] : [{ path, code: 'out_of_range', expected }]
}

const detailsProblem = ({ kind }: Pick<PolicyRequestInput, 'kind'>, details: string): FieldProblem[] => {
  const path = 'details'
  if (details === '' && kind !== 'cancellation')
    return [
      {
        path,
        code: 'required',
        expected: kind === 'documents' ? 'which documents, in words' : 'what should change, in change',
      },
    ]
  if (details.length > MOST_DETAILS)
    return [{ path, code: 'too_long', expected: `at most ${MOST_DETAILS} characters` }]
  if (holdsForbiddenNumber(details))
    return [{ path, code: 'forbidden_number', expected: 'the same words without that number' }]
  return /[^\P{C}\n\t]/u.test(details) ? [{ path, code: 'control_characters', expected: 'plain text' }] : []
}

const NO_CHANGE = { path: 'change', code: 'not_accepted_here', expected: 'no change with this kind' } as const

const changeProblemsOf = (policy: Policy, { kind, change }: PolicyRequestInput): FieldProblem[] => {
  if (change === undefined) return []
  return isChange(kind) ? changeProblems(kind, change, policy) : [NO_CHANGE]
}

/** What the fields say comes first, then what the person added. */
const wordsOf = (policy: Policy, { kind, change, details = '' }: PolicyRequestInput): string => {
  const rows = change && isChange(kind) ? changeRows(kind, change, policy) : []
  return [...rows.map(({ label, value }) => `${label}: ${value}`), details.trim()].filter(Boolean).join('\n')
}

const NO_POLICY =
  'There is no policy yet, so nothing about it can be changed. Follow the application until a policy is bound.'

/** The caller must already have checked whose policies these are. */
export const policyMeant = (
  policies: readonly Policy[],
  policy_number: string | undefined,
  current_status?: string,
): Policy => {
  const [first, ...others] = policies
  const expected = `one of ${policies.map(one => one.policy_number).join(', ')}`
  const refuse = (code: 'required' | 'not_in_enum'): never =>
    fail('invalid_request', { fields: [{ path: 'policy_number', code, expected }] })
  if (!first) return fail('conflict', { message: NO_POLICY, ...(current_status && { current_status }) })
  if (policy_number === undefined && others.length > 0) return refuse('required')
  const number = policy_number ?? first.policy_number
  return policies.find(one => numbersOf(one).includes(number)) ?? refuse('not_in_enum')
}

/** An estimate as if everything was paid, without the known fees and taxes. The carrier's own figure counts. */
export const unusedPremiumCents = (policy: Policy, canceledOn: string): number => {
  const { from, to } = periodOn(policy, canceledOn)
  const { price_cents, charges } = versionOn(policy.versions, canceledOn).terms
  const premium = price_cents - charges.reduce((all, { cents }) => all + cents, 0)
  return proRataCents(Math.max(0, premium), { from, to, canceledOn })
}

const NO_OFFER = 'There is no renewal offer to accept. One can come in the 90 days before the policy ends.'
const RENEWED =
  'The policy is already renewed. There is no other offer to accept. One can come in the 90 days before the policy ends.'

const acceptance = (policy: Policy, now: Date): Wanted => {
  const { status, due_on, period_to, annual_price, valid_until } = policy.renewals.at(-1) ?? {}
  if (status !== 'offered' || !due_on || !period_to || !annual_price)
    return fail('conflict', {
      message: status === 'renewed' ? RENEWED : NO_OFFER,
      current_status: lifeOf(policy, now),
    })
  if (valid_until && valid_until < policyToday(policy, now))
    return fail('conflict', {
      message: 'The renewal offer has expired. Contact the agency to ask for a new one.',
      current_status: lifeOf(policy, now),
    })
  return {
    kind: 'renewal',
    wanted_on: due_on,
    change: null,
    details: `Renew from ${dayWords(due_on)} to ${dayWords(period_to)} for ${usd(annual_price)} a year.`,
  }
}

export const isOfferRead = ({ kind, details }: Wanted, repeated: string | undefined): boolean =>
  kind !== 'renewal' || details === repeated

export const wantedFrom = (app: App, policy: Policy, input: PolicyRequestInput): Wanted => {
  const now = app.clock.now()
  refuseClosed(policy, input, now)
  if (input.kind === 'renewal') return acceptance(policy, now)
  const { kind, wanted_on = null, change = null } = input
  const details = wordsOf(policy, input)
  const changed = changeProblemsOf(policy, input)
  const fields = [
    ...dayProblem(policy, input, now),
    ...(changed.length > 0 ? changed : detailsProblem(input, details)),
  ]
  if (fields.length > 0) fail('invalid_request', { fields })
  return { kind, wanted_on, change, details }
}

const waitingSame = ({ requests }: Policy, { kind, wanted_on, details }: Wanted): PolicyRequest | undefined =>
  requests
    .filter(isWaiting)
    .find(one => one.kind === kind && one.wanted_on === wanted_on && one.details === details)

export type RequestAsker = Pick<PolicyRequest, 'asked_by' | 'actor'> & {
  line: AfterSale
  askerName?: string | null
}

export const askAboutPolicy = async (
  app: App,
  policy: Policy,
  wanted: Wanted,
  { line, askerName, ...by }: RequestAsker,
): Promise<PolicyRequest> => {
  assertTransaction(app)
  const { uid, item, policy_id } = policy
  const { kind, wanted_on } = wanted
  await holdIntake(app, uid)
  const current = (await policyOf(app, policy)) ?? policy
  refuseClosed(current, wanted, app.clock.now())
  if (kind === 'renewal' && !isOfferRead(acceptance(current, app.clock.now()), wanted.details))
    fail('conflict', { message: OFFER_CHANGED })
  const known = waitingSame(current, wanted)
  if (known) return known
  if (current.requests.filter(isWaiting).length >= MOST_WAITING)
    fail('conflict', {
      message: `${MOST_WAITING} requests about this policy are waiting for an answer. Wait for one of them, or contact the agency.`,
    })
  const facts = { policy_id, kind, wanted_on, asked_by: by.asked_by }
  const request = await keepPolicyRequest(app, { ...wanted, ...by, uid, policy_id })
  const asked = { uid, actor: by.actor, event: 'policy_request_asked', facts }
  await line.markets.noteEvent(app, { ...asked, stateAgain: [item] })
  await tellRequested(app, line.tell, policy, { kind, wanted_on, askerName })
  if (policy.sandbox) await rehearseAnswer(app, line, request)
  return request
}

const INVENTED = 'Sandbox, invented: the insurance company agreed.'

const rehearseAnswer = async (app: App, line: AfterSale, request: PolicyRequest): Promise<void> => {
  const { uid, kind, wanted_on } = request
  const actor = 'service'
  const policy = await policyOf(app, request)
  if (!policy) return
  if (kind === 'renewal') {
    await renewPolicy(app, policy, { line, actor })
  } else if (kind === 'cancellation' && wanted_on !== null) {
    await endPolicy(app, line.tell, policy, { ended_on: wanted_on, end_reason: 'insured', actor })
    await line.restate(app, uid)
  } else {
    const outcome = { status: 'done', answer: INVENTED } as const
    await answerPolicyRequest(app, line, request, { outcome, actor, stated: statedAsAsked(request) })
  }
}

/** The carrier agreed to exactly what was asked. Null: it was asked in words. */
const statedAsAsked = ({ kind, change }: PolicyRequest): StatedChange | null => {
  const agreed = change && isChange(kind) ? changing(kind, change) : null
  return agreed && { change: agreed }
}

export const answerPolicyRequest = async (
  app: App,
  line: AfterSale,
  request: PolicyRequest,
  { outcome, actor, stated = null }: { outcome: RequestOutcome; actor: string; stated?: StatedChange | null },
): Promise<boolean> => {
  assertTransaction(app)
  const { uid, request_id, policy_id, kind } = request
  await holdIntake(app, uid)
  if (!(await settlePolicyRequest(app, request_id, { outcome, by: actor }))) return false
  const facts = { request_id, policy_id, kind, status: outcome.status }
  const policy = await policyOf(app, request)
  const part = PART_OF[kind]
  if (policy && part && outcome.status === 'done') {
    const { wanted_on } = request
    await endorse(app, policy, { line, part, wanted_on, reason: outcome.answer, by: actor, stated })
  }
  const stateAgain = policy ? [policy.item] : []
  await line.markets.noteEvent(app, { uid, actor, event: 'policy_request_settled', facts, stateAgain })
  if (!policy || !('answer' in outcome)) return true
  await tellSettled(app, line.tell, policy, { kind, outcome })
  return true
}

type ByCarrier = {
  line: AfterSale
  kind: ChangeKind
  asked: PolicyChange
  part: ChangeablePart
  stated: StatedChange
  answer: string
  actor: string
}

/** It ends the request that asked for exactly this, or one in words. Without one, the carrier changed it by itself. */
export const endorsedByCarrier = async (
  app: App,
  policy: Policy,
  { line, kind, asked, part, stated, answer, actor }: ByCarrier,
): Promise<void> => {
  const outcome = { status: 'done', answer } as const
  const waiting = policy.requests.filter(one => one.kind === kind && isWaiting(one))
  const said = JSON.stringify(asked)
  const request =
    waiting.find(({ change }) => JSON.stringify(change) === said) ??
    waiting.find(({ change }) => change === null)
  if (request) {
    await answerPolicyRequest(app, line, request, { outcome, actor, stated })
    return
  }
  const { uid, policy_id, item } = policy
  await endorse(app, policy, { line, part, wanted_on: null, reason: answer, by: actor, stated })
  const facts = { policy_id, kind, effective_from: stated.effective_from ?? null }
  await line.markets.noteEvent(app, { uid, actor, event: 'policy_endorsed', facts, stateAgain: [item] })
  await tellSettled(app, line.tell, policy, { kind, outcome, isAsked: false })
}
