import { findPolicyRequest, listWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import {
  isWaiting,
  openPolicyRequest,
  type PolicyRequest,
  type RequestOutcome,
} from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesOf, policyOf } from '../../../agency/policies/policies.ts'
import {
  MOST_DETAILS,
  POLICY_REQUEST_WORDS,
  policyRequestKinds,
} from '../../../agency/policies/policy-request.ts'
import {
  changedInWords,
  versionOn,
  withLender,
  withLimits,
  withStated,
} from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { choice, day, dollars, line, paragraph } from '../../../platform/forms/field-kinds.ts'
import { type Fields, form } from '../../../platform/forms/form.ts'
import { lineOf } from '../../../platform/lines.ts'
import {
  answerPolicyRequest,
  askAboutPolicy,
  policyMeant,
  type StatedChange,
  wantedFrom,
} from '../../../products/line/aftersale/policy-requests.ts'
import { lines } from '../../../products/lines.ts'

const answerForm = (label: string) =>
  form({ answer: line(label, { missing: 'Enter what the customer should know.' }) })

const optional = { optional: true } as const
const ANOTHER = 'another'

const lendersOf = ({ terms }: Policy): string[] =>
  terms.interests.flatMap(({ kind, name }) => (kind === 'mortgagee' ? [name] : []))

const lenderFields = (policy: Policy) => ({
  replaces: choice('In place of', [
    { value: ANOTHER, label: 'None: it is added' },
    ...lendersOf(policy).map(value => ({ value, label: value })),
  ]),
  lender_name: line('Lender’s name', { hint: 'Empty: the one above is no longer named.', ...optional }),
  lender_address: line('Lender’s address', optional),
  loan_number: line('Loan number', optional),
})

const partFields = (policy: Policy): Partial<Record<PolicyRequest['kind'], Fields>> => ({
  lender: lenderFields(policy),
  mailing_address: { mailing_address: line('New mailing address', optional) },
  named_insured: {
    named_insureds: paragraph('Named insureds', {
      most: MOST_DETAILS,
      hint: 'All of them now, one on each line.',
      ...optional,
    }),
  },
  coverage: Object.fromEntries(
    policy.terms.coverages.flatMap(({ name, label }) =>
      name === undefined ? [] : [[name, dollars(label, { hint: 'Empty: as before.', ...optional })]],
    ),
  ),
})

/** Empty on purpose: only what the carrier stated may be recorded. */
export const statedForm = (policy: Policy, { kind }: Pick<PolicyRequest, 'kind'>) => {
  const fields = partFields(policy)[kind]
  return (
    fields &&
    form<Fields>({
      ...fields,
      effective_from: day('In force from', optional),
      new_price: dollars('New price a year, with fees and taxes', { least: 1, ...optional }),
    })
  )
}

const isTyped = ([name, value]: [string, unknown]): boolean =>
  value !== undefined && (name !== 'replaces' || value !== ANOTHER)

/** A new price, and new limits, hold for their own period: the carrier states those of the next one itself. */
const changeIn = (policy: Policy, request: PolicyRequest, sent: URLSearchParams): StatedChange | null => {
  const { kind, wanted_on } = request
  const asked = statedForm(policy, request)
  if (!asked) return null
  const { effective_from, new_price, ...said } = asked.take(sent) as Record<string, unknown> & {
    effective_from?: string
    new_price?: number
  }
  if (!Object.entries(said).some(isTyped)) {
    if (effective_from === undefined && new_price === undefined) return null
    throw asked.refusal({ effective_from: 'Enter what changed, too.' })
  }
  const from = effective_from ?? wanted_on
  const { period } = from === null ? policy.terms : versionOn(policy.versions, from).terms
  const stated = partChange(kind, said)
  const price = new_price === undefined ? {} : { price_cents: new_price * 100, charges: [] }
  return {
    effective_from,
    change: terms => {
      if (terms.period.from === period.from) return { ...stated(terms), ...price }
      return kind === 'coverage' ? changedInWords('coverages', terms.period.from)(terms) : stated(terms)
    },
  }
}

const partChange = (kind: PolicyRequest['kind'], said: Record<string, unknown>): StatedChange['change'] => {
  const text = (name: string): string | undefined => said[name] as string | undefined
  switch (kind) {
    case 'lender': {
      const [name, address, loan_number] = ['lender_name', 'lender_address', 'loan_number'].map(text)
      const lender =
        name === undefined
          ? null
          : {
              kind: 'mortgagee' as const,
              name,
              ...(address && { address }),
              ...(loan_number && { loan_number }),
            }
      return terms => withLender(terms, { lender, replaces: text('replaces') ?? null })
    }
    case 'mailing_address':
      return terms => withStated(terms, 'mailing_address', text('mailing_address') ?? terms.mailing_address)
    case 'named_insured': {
      const names = (text('named_insureds') ?? '')
        .split('\n')
        .map(name => name.trim())
        .filter(Boolean)
      return terms => withStated(terms, 'named_insureds', names.length > 0 ? names : terms.named_insureds)
    }
    default:
      return terms => withLimits(terms, said as Record<string, number | undefined>)
  }
}

export const doneForm = answerForm('What changed, which the customer will read')

export const declinedForm = answerForm('Why not, which the customer will read')

export const askedForm = (policies: readonly Policy[]) =>
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
  const { policy_number, ...asked } = askedForm(policies).take(sent)
  const policy = policyMeant(policies, policy_number)
  const wanted = wantedFrom(app, policy, asked)
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
