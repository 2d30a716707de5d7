import { changeKinds, isChange } from '../../../agency/carriers/contract/policy-change.ts'
import { findPolicyRequest, listWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import {
  isWaiting,
  openPolicyRequest,
  type PolicyRequest,
  type RequestOutcome,
} from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesOf, policyOf } from '../../../agency/policies/policies.ts'
import { changeForm, changeOf, changing } from '../../../agency/policies/policy-change.ts'
import {
  MOST_DETAILS,
  POLICY_REQUEST_WORDS,
  policyRequestKinds,
} from '../../../agency/policies/policy-request.ts'
import { changedInWords, versionOn } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { cents, checks, choice, day, dollars, line, paragraph } from '../../../platform/forms/field-kinds.ts'
import { type Fields, form } from '../../../platform/forms/form.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { StatedChange } from '../../../products/line/aftersale/endorse.ts'
import {
  answerPolicyRequest,
  askAboutPolicy,
  policyMeant,
  wantedFrom,
} from '../../../products/line/aftersale/policy-requests.ts'
import { lines } from '../../../products/lines.ts'

const answerForm = (label: string) =>
  form({ answer: line(label, { missing: 'Enter what the customer should know.' }) })

const optional = { optional: true } as const
/** Empty on purpose: only what the carrier stated may be recorded. */
export const statedForm = (policy: Policy, { kind, change }: Pick<PolicyRequest, 'kind' | 'change'>) =>
  isChange(kind) && kind !== 'correction'
    ? form<Fields>({
        ...(change && { as_asked: checks('What it agreed to', AS_ASKED, optional) }),
        ...changeForm(kind, policy).fields,
        effective_from: day('In force from', optional),
        new_price: dollars('New price a year, with fees and taxes', { least: 1, ...optional }),
        added_premium: cents('Added premium for the rest of the period, in dollars', optional),
        returned_premium: cents('Returned premium for the rest of the period, in dollars', {
          hint: 'As the carrier stated it. Empty: it is not settled here, and staff get a follow-up for a new price.',
          ...optional,
        }),
      })
    : undefined

const AS_ASKED = [{ value: 'yes', label: 'Exactly what was asked' }] as const

/** A new price, and new limits, hold for their own period: the carrier states those of the next one itself. */
const changeIn = (policy: Policy, request: PolicyRequest, sent: URLSearchParams): StatedChange | null => {
  const { kind, wanted_on } = request
  const asked = statedForm(policy, request)
  if (!asked || !isChange(kind)) return null
  const { effective_from, new_price, as_asked, added_premium, returned_premium, ...said } = asked.take(
    sent,
  ) as Record<string, unknown> & {
    effective_from?: string
    new_price?: number
    added_premium?: number
    returned_premium?: number
    as_asked?: readonly string[]
  }
  const typed = changeOf(kind, said)
  const isAsAsked = (as_asked ?? []).length > 0
  const isTyped = Object.keys(typed).length > 0
  if (isAsAsked && isTyped)
    throw asked.refusal({ as_asked: 'Leave the fields below empty, or enter all that the carrier stated.' })
  if (!isAsAsked && !isTyped) {
    const others = [effective_from, new_price, added_premium, returned_premium]
    if (others.every(one => one === undefined)) return null
    throw asked.refusal({ effective_from: 'Enter what changed, too.' })
  }
  const change = changing(kind, isAsAsked ? (request.change ?? {}) : typed)
  if (!change) return null
  const from = effective_from ?? wanted_on
  const { period } = from === null ? policy.terms : versionOn(policy.versions, from).terms
  const price = new_price === undefined ? {} : { price_cents: new_price * 100, charges: [] }
  if (added_premium !== undefined && returned_premium !== undefined)
    throw asked.refusal({ returned_premium: 'Enter an added or a returned premium, not both.' })
  return {
    effective_from,
    premium_change_cents: returned_premium === undefined ? added_premium : -returned_premium,
    change: terms => {
      if (terms.period.from === period.from) return { ...change(terms), ...price }
      return kind === 'coverage' ? changedInWords('coverages', terms.period.from)(terms) : change(terms)
    },
  }
}

export const doneForm = answerForm('What changed, which the customer will read')

export const declinedForm = answerForm('Why not, which the customer will read')

const whatForm = (policies: readonly Policy[]) =>
  form({
    policy_number: choice(
      'Policy',
      policies.map(({ policy_number: value, carrier }) => ({ value, label: `${value}, ${carrier}` })),
    ),
    kind: choice(
      'What they want',
      policyRequestKinds.map(value => ({ value, label: POLICY_REQUEST_WORDS[value] })),
      { missing: 'Choose what the customer wants.' },
    ),
    wanted_on: day('From when', {
      hint: 'Required for a cancellation. This day is then not covered.',
      optional: true,
    }),
    details: paragraph('In their words', { most: MOST_DETAILS, optional: true }),
  })

/** The fields of the kind that was chosen; without one, those of every kind. */
export const askedForm = (policies: readonly Policy[], sent?: URLSearchParams) => {
  const number = sent?.get('policy_number')
  const policy = policies.find(({ policy_number }) => policy_number === number) ?? policies[0]
  const kind = sent?.get('kind')
  const parts = policy
    ? changeKinds.filter(one => !kind || one === kind).map(one => changeForm(one, policy).fields)
    : []
  return form<Fields>({ ...whatForm(policies).fields, ...Object.assign({}, ...parts) })
}

const outcomeIn = (sent: URLSearchParams, { kind }: PolicyRequest): RequestOutcome => {
  const act = sent.get('act')
  if (act === 'with_carrier') return { status: act }
  if (act === 'done' && kind === 'renewal')
    return fail('invalid_request', {
      message: 'Record the renewal, under “Renewals”. That closes the request.',
    })
  if (act === 'done' && kind === 'cancellation')
    return fail('invalid_request', {
      message: 'Record when coverage ends, under “Cancellation and refund”. That closes the request.',
    })
  return act === 'done' || act === 'declined'
    ? { status: act, ...(act === 'done' ? doneForm : declinedForm).take(sent) }
    : fail('invalid_request', { message: 'Choose one of the buttons.' })
}

export const lineFor = (uid: string) => lines[lineOf(uid) ?? fail('not_found')]

export const settleRequest = async (
  app: App,
  { actor, id, form: sent }: { actor: string; id: string; form: URLSearchParams },
): Promise<RequestOutcome['status'] | 'late'> => {
  const row = (await findPolicyRequest(app.db, id)) ?? fail('not_found')
  const request = openPolicyRequest(app, row)
  const outcome = outcomeIn(sent, request)
  const policy = await policyOf(app, row)
  const stated = policy && outcome.status === 'done' ? changeIn(policy, request, sent) : null
  const isTaken = await transact(app, inside =>
    answerPolicyRequest(inside, lineFor(row.uid), request, { outcome, actor, stated }),
  )
  return isTaken ? outcome.status : 'late'
}

export const askForCustomer = async (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const policies = await policiesOf(app, uid)
  const taken = askedForm(policies, sent).take(sent)
  const { policy_number, kind, wanted_on, details } = whatForm(policies).take(sent)
  const { policy_number: _, kind: __, wanted_on: ___, details: ____, ...parts } = taken
  const policy = policyMeant(policies, policy_number)
  const change = isChange(kind) ? changeOf(kind, parts) : {}
  const wanted = wantedFrom(app, policy, {
    kind,
    ...(wanted_on && { wanted_on }),
    ...(details && { details }),
    ...(Object.keys(change).length > 0 && { change }),
  })
  await transact(app, inside =>
    askAboutPolicy(inside, policy, wanted, { line: lineFor(uid), asked_by: 'staff', actor }),
  )
}

export type WaitingRequest = PolicyRequest & { policy_number: string; carrier: string; policy: Policy | null }

const waitingOf = (request: PolicyRequest, policy: Policy | null): WaitingRequest => {
  const { policy_number = '–', carrier = '–' } = policy ?? {}
  return { ...request, policy_number, carrier, policy }
}

export const waitingRequests = async (app: App, asked: PageAsked): Promise<WaitingRequest[]> => {
  const found: WaitingRequest[] = []
  for (const row of await listWaitingRequests(app.db, asked))
    found.push(waitingOf(openPolicyRequest(app, row), (await policyOf(app, row)) ?? null))
  return found
}

export const requestsWaitingIn = (policies: readonly Policy[]): WaitingRequest[] =>
  policies.flatMap(policy => policy.requests.filter(isWaiting).map(request => waitingOf(request, policy)))
