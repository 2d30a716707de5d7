import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptFor } from '../../../src/platform/lib/lazily.ts'
import {
  type ReviewedStatus,
  reviewedLifecycle,
} from '../../../src/products/line/reviewed-purchase/application/lifecycle.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { query } from '../../support/database/database.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import {
  bindAnswers,
  type UmbrellaOperation,
  umbrellaCall,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let operator: TestOperator
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  operator = await newOperator(service)
})
afterAll(() => service.stop())

type Case = Awaited<ReturnType<typeof umbrellaIn>>
type Call = { operation: UmbrellaOperation; body(made: Case): object }

const { states } = reviewedLifecycle
const open: ReviewedStatus[] = states.slice(0, states.indexOf('chosen'))
const choosing: ReviewedStatus[] = [
  'quoted',
  'credit_consent_required',
  'needs_more_info_to_bind',
  'ready_to_finalize',
  'signature_needed',
]
const unreviewed: ReviewedStatus[] = ['needs_more_info', 'ready_for_review', 'ineligible']

/** Each call as it would be right in some state, and the states where it is. */
const calls: Record<string, Call & { answers: (state: ReviewedStatus) => number }> = {
  draft: {
    operation: 'draft',
    body: () => ({ intake: { occupation: 'Engineer' } }),
    answers: state => (open.includes(state) ? 200 : 409),
  },
  'quotes with a review': {
    operation: 'quotes',
    body: ({ review_token }) => ({ review_token, review_confirmed: true }),
    answers: state => (state === 'ready_for_review' ? 202 : unreviewed.includes(state) ? 409 : 200),
  },
  select: {
    operation: 'select',
    body: ({ selection_token }) => ({ selection_token, selection_confirmed: true }),
    answers: state => (choosing.includes(state) ? 200 : 409),
  },
  'bind with answers': {
    operation: 'bind',
    body: () => ({ intake: bindAnswers() }),
    answers: state => ({ needs_more_info_to_bind: 200, info_requested: 400 })[state as string] ?? 409,
  },
  'bind alone': {
    operation: 'bind',
    body: () => ({}),
    answers: state => (state === 'ready_to_finalize' ? 200 : 409),
  },
  'bind confirmed': {
    operation: 'bind',
    body: () => ({ bind_confirmed: true }),
    answers: state => (state === 'ready_to_finalize' ? 200 : 409),
  },
  'bind with what a carrier asked': {
    operation: 'bind',
    body: () => ({ intake: { effective_date: bindAnswers().effective_date } }),
    answers: state => (['needs_more_info_to_bind', 'info_requested'].includes(state) ? 200 : 409),
  },
  attach: {
    operation: 'attach',
    body: () => ({ type: 'declarations', filename: 'page.png', content: pngOf(400, 400).toString('base64') }),
    answers: state => (['documents_needed', 'info_requested'].includes(state) ? 200 : 409),
  },
  status: { operation: 'status', body: () => ({}), answers: () => 200 },
}

const cases = states.flatMap(state =>
  Object.entries(calls).map(([name, { answers }]) => [state, name, answers(state)] as const),
)

const stored = async (uid: string): Promise<unknown> =>
  query(
    service.databaseUrl,
    `select intakes.*, (select count(*) from consents where uid = $1) as consents,
       (select count(*) from documents where uid = $1) as documents,
       (select count(*) from graphile_worker.jobs) as jobs from intakes where uid = $1`,
    [uid],
  )

const inState = (status: ReviewedStatus) => umbrellaIn(service, { owner: operator.uid, status })

/** One for all calls of a state that change nothing. */
const unchanged = keptFor(inState)

test.each(cases)('in %s, %s is %i', async (state, name, expected) => {
  const changesNothing = expected >= 400 || name === 'status'
  const made = await (changesNothing ? unchanged : inState)(state)
  const { operation, body } = calls[name] as Call
  const before = await stored(made.intake.uid)
  const answer = await umbrellaCall({ url: service.url, key: operator.key }, operation, {
    uid: made.intake.uid,
    ...body(made),
  })
  expect(answer.status, answer.text).toBe(expected)
  if (expected < 400) return
  expect(await stored(made.intake.uid)).toEqual(before)
  if (expected !== 409) return
  expect(answer.body).toMatchObject({ error: 'conflict', current_status: state })
  expect(String(answer.body.message).length).toBeGreaterThan(40)
})
