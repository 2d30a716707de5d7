import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocuments, recordReview } from '../../../src/agency/documents/documents.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import type { Job } from '../../../src/platform/jobs/job.ts'
import {
  type ReviewedEvent,
  type ReviewedStatus,
  reviewedLifecycle,
} from '../../../src/products/line/reviewed-purchase/application/lifecycle.ts'
import { bindingIn } from '../../../src/products/line/reviewed-purchase/buying/bind-job.ts'
import { paymentJobIn } from '../../../src/products/line/reviewed-purchase/buying/payment-job.ts'
import { placeJobIn } from '../../../src/products/line/reviewed-purchase/buying/place-job.ts'
import { reviewJobIn } from '../../../src/products/line/reviewed-purchase/buying/review-documents-job.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import {
  confirmReview,
  correctReview,
  signAsBuyer,
  signingFor,
} from '../../../src/products/line/reviewed-purchase/portal/buyers-review.ts'
import { quotingIn } from '../../../src/products/line/reviewed-purchase/quoting/quote-job.ts'
import { umbrella, umbrellaLine } from '../../../src/products/umbrella/line.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { query } from '../../support/database/database.ts'
import { ownAnswers } from '../../support/people/answered-alone.ts'
import { type Answer, getKey, newEmail } from '../../support/people/client.ts'
import {
  bindAnswers,
  buyer,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  yes,
} from '../../support/people/umbrella-applications.ts'
import {
  allowed,
  begun,
  checkedIntakes,
  dying,
  jobFacts,
  patiently,
  playAll,
  revisionOf,
} from '../../support/runs/model.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SEQUENCES = scaled(25, 3000)
const AT_ONCE = 6

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const call = async (operation: UmbrellaOperation, body: object): Promise<Answer> =>
  allowed(service, await umbrellaCall({ url: service.url, key }, operation, body))

/** One purchase and what its buyer keeps the same in every draft. */
type Session = { uid: string; household: object }

const status = async ({ uid }: Session) => (await call('status', { uid, expand: 'offers' })).body

/** A racing twin may take the job's work away, and then it changes nothing. */
const run = async (job: Job<App>, payload: object, app: App = service.app): Promise<void> =>
  patiently(() => job.run(app, payload as never, jobFacts)).catch((error: Error) => {
    if (!/meanwhile|conflict|does not fit/.test(error.message)) throw error
  })

const png = pngOf(300, 300).toString('base64')
const attachments = ['declarations', 'auto_declarations'].map(type => ({
  type,
  filename: 'a.png',
  content: png,
}))

const tokenIn = (body: Answer['body']): unknown =>
  (body.offers as { selection_token: string }[] | undefined)?.[0]?.selection_token ?? 'off_none'

const select = async (session: Session, more: object = {}) =>
  call('select', {
    uid: session.uid,
    selection_token: tokenIn(await status(session)),
    selection_confirmed: true,
    ...more,
  })

const quote = async ({ uid }: Session, app?: App) =>
  run(quotingIn(umbrellaLine).job, { uid, revision: await revisionOf(service, uid) }, app)

const firstOfMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

/** Live documents are pictures here, so that a person looks at them. */
const review = async ({ uid }: Session) => {
  await run(reviewJobIn(umbrellaLine), { uid })
  for (const document of await listDocuments(service.app, uid))
    if (document.status === 'needs_person')
      await transact(service.app, async inside => {
        const verdict = { status: 'accepted', reason: null, by: 'staff' } as const
        if (await recordReview(inside, document.document_id, verdict))
          await umbrella.desk.documentReviewed(inside, document, 'staff')
      })
}

const pay = async ({ uid }: Session) => {
  const rows = await query<{ payment_id: string; status: 'open' | 'paid' | 'failed' }>(
    service.databaseUrl,
    'select payment_id, status from payments where uid = $1 order by created_at, payment_id',
    [uid],
  )
  for (const { payment_id, status: before } of rows) {
    if (before === 'open') await settlePayment(service.app, payment_id, { by: 'test', outcome: 'paid' })
    const outcome = before === 'open' ? 'paid' : before
    await run(paymentJobIn(umbrellaLine), { payment_id, intake_uid: uid, outcome })
  }
}

/** What a person does on a page. */
const onPage = async (act: (app: App) => Promise<unknown>) =>
  transact(service.app, act).catch((error: { status?: number }) => {
    if (error.status !== 409 && error.status !== 400) throw error
  })

/** Answers whatever is asked for, as it is asked for. */
const inform = async (session: Session) => {
  const { uid } = session
  const { next_question, required_upload_types } = await status(session)
  if (required_upload_types) return call('attach', { uid, attachments })
  const { fields = [] } = (next_question ?? {}) as { fields?: { path: string[] }[] }
  const inWords = fields.some(({ path }) => path[0] === 'answer')
  return call('bind', { uid, intake: inWords ? { answer: 'Yes.' } : { effective_date: firstOfMonth() } })
}

const sign = ({ uid }: Session) =>
  onPage(async app => {
    const intake = await readIntake(app, uid)
    const signing = intake && (await signingFor(app, intake, 'en'))
    if (signing)
      await signAsBuyer(app, buyer(uid), {
        sign_token: signing.token,
        signed_name: signing.full_name,
        disclosures_version: signing.disclosures.version,
        electronic_records_version: signing.electronicRecords.version,
      })
  })

const steps: Record<string, (session: Session) => Promise<unknown>> = {
  draft: ({ uid, household }) => call('draft', { uid, intake: household }),
  incomplete: ({ uid }) => call('draft', { uid, intake: { phone_number: null } }),
  ineligible: ({ uid }) => call('draft', { uid, intake: { felony: true } }),
  confirm: async session => {
    const { review_token = 'rvw_1_x' } = await status(session)
    return call('quotes', { uid: session.uid, review_token, review_confirmed: true })
  },
  confirm_as_buyer: async session => {
    const { review_token } = await status(session)
    if (review_token)
      await onPage(app =>
        confirmReview(app, buyer(session.uid), {
          review_token: String(review_token),
          answered: ownAnswers(session.household),
        }),
      )
  },
  correct_as_buyer: async session => {
    const { review_token } = await status(session)
    const intake = { occupation: `Engineer ${session.uid}` }
    if (review_token)
      await onPage(app =>
        correctReview(app, buyer(session.uid), { review_token: String(review_token), intake }),
      )
  },
  quote: session => quote(session),
  crash_quoting: session => quote(session, dying(service, 40)).catch(() => undefined),
  select: session => select(session),
  select_yes: session => select(session, { credit_consent: yes }),
  select_no: session => select(session, { credit_consent: { ...yes, answer: 'No' } }),
  answer: ({ uid }) => call('bind', { uid, intake: bindAnswers() }),
  preview: ({ uid }) => call('bind', { uid }),
  bind: ({ uid }) => call('bind', { uid, bind_confirmed: true }),
  sign,
  place: ({ uid }) => run(placeJobIn(umbrellaLine), { uid }),
  attach: ({ uid }) => call('attach', { uid, attachments }),
  review,
  pay,
  order: ({ uid }) => run(bindingIn(umbrellaLine).job, { uid }),
  crash_order: ({ uid }) =>
    run(bindingIn(umbrellaLine).job, { uid }, dying(service, 30)).catch(() => undefined),
  inform,
  ask_as_staff: ({ uid }) =>
    onPage(app => umbrella.desk.infoAsked(app, { uid, question: 'Is it yours?', fields: [] }, 'staff')),
  ask_for_document_as_staff: ({ uid }) =>
    onPage(app =>
      umbrella.desk.infoAsked(app, { uid, question: 'Page 2?', fields: ['declarations'] }, 'staff'),
    ),
  settle_as_staff: ({ uid }) =>
    onPage(app => umbrella.desk.infoAnswered(app, { uid, answer: 'They called.' }, 'staff')),
}

const NEXT: Partial<Record<ReviewedStatus, string>> = {
  needs_more_info: 'draft',
  ineligible: 'draft',
  no_quotes: 'draft',
  ready_for_review: 'confirm',
  pending_quotes: 'quote',
  quoted: 'select_yes',
  credit_consent_required: 'select_yes',
  needs_more_info_to_bind: 'answer',
  ready_to_finalize: 'bind',
  signature_needed: 'sign',
  chosen: 'place',
  documents_needed: 'attach',
  documents_pending_review: 'review',
  payment_needed: 'pay',
  waiting_on_carrier: 'order',
  info_requested: 'inform',
}

/** What an agent that reads the answer would do. */
const goOn = async (session: Session) => {
  const next = NEXT[(await status(session)).status as ReviewedStatus]
  if (next !== undefined) await steps[next]?.(session)
}

const stepName = fc.oneof(
  { weight: 4, arbitrary: fc.constant('goOn') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(steps)) },
)
/** One step, or two by racing callers. */
const move = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(stepName) },
  { weight: 1, arbitrary: fc.tuple(stepName, stepName) },
)
const JET_SKIS = [0, 11, 12, 14, 15, 16, 17, 18, 19]
const sequence = fc.record({
  sandbox: fc.boolean(),
  jet_skis: fc.constantFrom(0, 0, ...JET_SKIS),
  moves: fc.array(move, { minLength: 8, maxLength: 22 }),
})
const straight = (jet_skis: number, length: number) => ({
  sandbox: true,
  jet_skis,
  moves: Array.from({ length }, () => ['goOn']),
})
/** The longest way to an end takes 14. */
const LONGEST = 15
/** To every end that there is, and to every stop on the way to a policy. */
const first = [
  ...JET_SKIS.map(jet_skis => straight(jet_skis, LONGEST)),
  ...Array.from({ length: 12 }, (_, at) => straight(0, at)),
]

const play = async (
  { sandbox, jet_skis, moves }: ReturnType<typeof straight>,
  place: number,
): Promise<void> => {
  const email = `model-${place}@example.com`
  const household = completeHousehold({ email, jet_skis: sandbox ? jet_skis : 0, felony: false })
  const { body } = await begun(() => call('draft', { intake: { email }, sandbox }))
  const session = { uid: String(body.uid), household }
  const act = (name: string) => (name === 'goOn' ? goOn(session) : steps[name]?.(session))
  for (const names of moves) await Promise.all(names.map(act))
}

const NOTES = ['payment_failed', 'documents_attached', 'information_added', 'document_delivered']

/** What the table makes of the recorded events; a transition outside it throws. */
const replayed = (events: readonly string[]): ReviewedStatus =>
  events
    .filter(event => !NOTES.includes(event))
    .reduce<ReviewedStatus>(
      (state, event) => reviewedLifecycle.next(state, event as ReviewedEvent),
      'needs_more_info',
    )

test(
  `${SEQUENCES} random sequences with racing callers and crashing jobs: no transition outside the table, nothing lost, nothing twice`,
  async () => {
    await playAll(sequence, { count: SEQUENCES, atOnce: AT_ONCE, first }, play)
    const intakes = await checkedIntakes(service, replayed)
    expect(intakes).toHaveLength(SEQUENCES)
    const seen = new Set(intakes.map(({ status: last }) => last))
    expect([...seen]).toEqual(expect.arrayContaining(['bound', 'quoted', 'ready_for_review', 'blocked']))

    const findings = await query<{ what: string }>(
      service.databaseUrl,
      `select 'offers of a superseded revision' as what from offers join intakes using (uid)
       where superseded_at is null and offers.revision <> intakes.revision
     union all
     select 'an offer twice' from offers group by uid, revision, carrier_id having count(*) > 1
     union all
     select 'bound without a policy' from intakes where status = 'bound'
       and not exists (select from policies where policies.uid = intakes.uid)
     union all
     select 'a policy of what is not bound' from policies join intakes using (uid) where status <> 'bound'
     union all
     select 'two charges' from payments where status in ('open', 'paid') group by uid having count(*) > 1
     union all
     select 'paid without documents' from payments where status = 'paid'
       and not exists (select from documents where documents.uid = payments.uid
         and (status = 'accepted' or status = 'superseded' and reviewed_at is not null and reason is null))
     union all
     select 'a document delivered that nobody asked for' from documents where delivered_at is not null
       and not exists (select from audit_entries where audit_entries.uid = documents.uid
         and event = 'information_asked' and actor = 'service')
     union all
     select 'an order without a signature of its own kind' from bind_orders join consents on consent_id = signature_id
       where (purpose, channel) not in (('umbrella_purchase_attestation', 'operator_attestation'),
         ('umbrella_application_signature', 'person'))
     union all
     select 'bought on the word of an agent although the carrier requires a signature' from audit_entries as asked
       join audit_entries as bought using (uid) where asked.event = 'signature_asked' and bought.event = 'committed'
     union all
     select 'a carrier told without consent' from bind_orders where answered_at is not null
       and not exists (select from consent_uses where used_for like bind_orders.uid || '/' || order_id || '/%')
     union all
     select 'an email of a rehearsal' from emails join intakes on uid = intake_uid where sandbox
     union all
     select 'an email twice' from emails where purpose = 'policy_bound' group by intake_uid, recipient_mac having count(*) > 1
     union all
     select 'bound and not told' from intakes where status = 'bound' and not sandbox
       and not exists (select from emails where intake_uid = uid and purpose = 'policy_bound')`,
    )
    expect(findings).toEqual([])
  },
  scaled(300_000, 3_600_000),
)
