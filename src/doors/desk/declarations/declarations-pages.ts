import { html } from 'hono/html'
import { NOTHING_READ } from '../../../agency/policies/declarations/compare.ts'
import {
  acceptPage,
  comparisonOf,
  correctPage,
  type DeclarationsPage,
  findPage,
  pagesOf,
  receivePage,
  refusePage,
  type StaffDecision,
  saidOn,
  withdrawPage,
} from '../../../agency/policies/declarations/pages.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import { openPolicyDocument } from '../../../agency/policies/policy-documents.ts'
import type { App } from '../../../platform/app.ts'
import { listEntries } from '../../../platform/audit/store.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { DECLARATIONS_OPENED } from '../../../products/line/record/intakes.ts'
import { lockIntakeRow } from '../../../products/line/record/store.ts'
import { recordReads } from '../book/reads.ts'
import { why } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { INLINE } from '../parts/preview.ts'
import { DECLARATIONS_PAGE, pdfField, readPdf, UPLOAD_BYTES } from '../parts/read-pdf.ts'
import { table } from '../parts/table.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'
import { staffForm, staffPage, staffUpload } from '../sign-in/door.ts'
import { namesOf } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { takeCorrection } from './correct-form.ts'
import { acceptForm, pageView } from './page-view.ts'

const MESSAGES = {
  accept: 'Accepted. The policy is what this page says, and the customer can download it.',
  refuse: 'Rejected. Ask the carrier for the right page.',
  withdraw: 'Withdrawn. The customer can’t open it any more. Below is who opened it.',
  values: 'Saved. The comparison shows what you entered.',
  accepted: 'This page says what is on record, so it was accepted by rule. The customer can download it.',
  waiting: 'This page waits for your decision. The customer can’t see it yet.',
  known: 'This page is on record already.',
  late: 'This was already decided. Nothing was saved.',
  blocked:
    'Nothing was saved: the insured, the property or the policy number is not that of the record. Correct what we read, or reject the page.',
} as const

const read = async (app: App, { params }: Pick<DocumentRequest, 'params'>) => {
  const page = (await findPage(app, params.id ?? '')) ?? fail('not_found')
  const policy = (await policyOf(app, page)) ?? fail('not_found')
  return { page, policy }
}

/** Under the lock of the application, with the policy as it is then. */
const deciding = (
  app: App,
  request: DocumentRequest,
  {
    actor,
    event,
    decide,
  }: {
    actor: string
    event: string
    decide: (inside: App, page: DeclarationsPage, policy: Policy) => Promise<StaffDecision>
  },
): Promise<StaffDecision> =>
  transact(app, async inside => {
    const found = await read(inside, request)
    await lockIntakeRow(inside.db, found.page.uid)
    const { page, policy } = await read(inside, request)
    const decided = await decide(inside, page, policy)
    if (decided === 'done')
      await lineFor(page.uid).markets.noteEvent(inside, {
        uid: page.uid,
        event,
        facts: { document_id: page.document_id, policy_id: page.policy_id },
        actor,
        stateAgain: /accepted|withdrawn/.test(event) ? [policy.item] : [],
      })
    return decided
  })

const ACTS = {
  accept: 'declarations_accepted',
  refuse: 'declarations_refused',
  withdraw: 'declarations_withdrawn',
} as const

type Act = keyof typeof ACTS

const WRONG_DAY = 'The day must be within the policy period on the page.'

const decide = async (app: App, request: DocumentRequest, { actor: by }: Staff): Promise<string> => {
  const { form: sent } = request
  const act = (Object.keys(ACTS) as Act[]).find(name => name === sent.get('act'))
  if (!act) return fail('invalid_request', { message: 'Choose one of the buttons.' })
  const { effective_from = '' } = act === 'accept' ? acceptForm.take(sent) : {}
  const reason = act === 'accept' ? '' : why.take(sent).note
  const decided = await deciding(app, request, {
    actor: by,
    event: ACTS[act],
    async decide(inside, page, policy) {
      if (act === 'refuse') return refusePage(inside, { page, by, reason })
      if (act === 'withdraw') return withdrawPage(inside, policy, { page, by, reason })
      const { from, to } = saidOn(page) ?? NOTHING_READ
      const { period } = policy.terms
      if (effective_from < (from?.value ?? period.from) || effective_from >= (to?.value ?? period.to))
        throw acceptForm.refusal({ effective_from: WRONG_DAY })
      return acceptPage(inside, policy, { page, by, reason: null, effective_from })
    },
  })
  return decided === 'done' ? act : decided
}

const correct = (app: App, request: DocumentRequest, { actor: by }: Staff): Promise<StaffDecision> =>
  deciding(app, request, {
    actor: by,
    event: 'declarations_corrected',
    decide(inside, page, policy) {
      const { recorded: terms } = comparisonOf(page, policy)
      return correctPage(inside, {
        page,
        by,
        ...takeCorrection(request.form, { read: saidOn(page) ?? NOTHING_READ, terms }),
      })
    },
  })

const show = async (app: App, request: DocumentRequest, staff: Staff) => {
  const { page, policy } = await read(app, request)
  await recordReads(app, [page.uid], { what: 'document', by: staff.actor })
  const opened = (await listEntries(app.db, page.uid)).filter(
    ({ event, facts }) => event === DECLARATIONS_OPENED && facts.document_id === page.document_id,
  )
  const actors = [
    page.received_by,
    page.decided_by,
    ...page.corrections.map(({ by }) => by),
    ...opened.map(({ actor }) => actor),
  ]
  return deskFrame(request, staff, {
    title: 'Declarations page',
    at: '/desk',
    body: html`${toldResult(MESSAGES, request.query.done)}
${pageView({
  page,
  policy,
  token: tokenField(request),
  names: await namesOf(app, actors),
  opened,
  mayDecide: mayDo(staff.role, 'do_work'),
})}`,
  })
}

type Listed = { policy: Policy; pages: readonly DeclarationsPage[]; token: Html; problem: string | null }

const listView = ({
  policy,
  pages,
  token,
  problem,
}: Listed): Html => html`<h1>Declarations pages of policy ${policy.policy_number}</h1>
<p><a href="/desk/book/${policy.uid}">Back to the customer</a></p>
${
  pages.length === 0
    ? html`<p class="soft">No page has been compared yet.</p>`
    : table('Declarations pages', [
        {
          name: 'Page',
          cells: pages.map(
            ({ document_id, received_at }) =>
              html`<a href="/desk/declarations/${document_id}">${moment(received_at)}</a>`,
          ),
        },
        { name: 'Status', cells: pages.map(({ status }) => nameTitle(status)) },
      ])
}
<h2>Add a page</h2>
<form method="post" action="/desk/book/${policy.uid}/declarations/${policy.policy_id}" enctype="multipart/form-data" aria-label="Add a page" novalidate>
${token}
${pdfField({
  name: DECLARATIONS_PAGE.name,
  label: 'Declarations page (PDF)',
  hint: 'We compare it with the record. The customer sees it once it is accepted. At most 10 MB.',
  errors: problem === null ? [] : [{ name: DECLARATIONS_PAGE.name, message: problem }],
})}
<button>Add the page</button>
</form>`

const showList = async (
  app: App,
  request: DocumentRequest,
  { staff, problem = null }: { staff: Staff; problem?: string | null },
) => {
  const { uid = '', id: policy_id = '' } = request.params
  const policy = (await policyOf(app, { uid, policy_id })) ?? fail('not_found')
  await recordReads(app, [uid], { what: 'customer', by: staff.actor })
  const body = listView({
    policy,
    pages: (await pagesOf(app, policy)).toReversed(),
    token: tokenField(request),
    problem,
  })
  return deskFrame(request, staff, {
    title: 'Declarations pages',
    at: '/desk/book',
    body,
    ...(problem !== null && { status: 400 }),
  })
}

const POLICY_PAGES = '/desk/book/{uid}/declarations/{id}'

const addPage = staffUpload(POLICY_PAGES, 'do_work', {
  mostBytes: UPLOAD_BYTES,
  async respond(app, request, staff) {
    const { uid = '', id: policy_id = '' } = request.params
    const file = await readPdf(app, request, { staffId: staff.staffId, ...DECLARATIONS_PAGE })
    if (!file || 'problem' in file)
      return showList(app, request, { staff, problem: file?.problem ?? 'Choose the declarations page.' })
    const { bytes, declarations = null } = file
    const received = await transact(app, async inside => {
      await lockIntakeRow(inside.db, uid)
      const policy = (await policyOf(inside, { uid, policy_id })) ?? fail('not_found')
      const outcome = await receivePage(inside, policy, { bytes, read: declarations, by: staff.actor })
      if (outcome.status !== 'known')
        await lineFor(uid).markets.noteEvent(inside, {
          uid,
          event: 'policy_document',
          facts: { policy_id, document_id: outcome.document_id, is_accepted: outcome.status === 'accepted' },
          actor: staff.actor,
          stateAgain: outcome.status === 'accepted' ? [policy.item] : [],
        })
      return outcome
    })
    return redirect(`/desk/declarations/${received.document_id}?done=${received.status}`)
  },
})

export const declarationsRows: readonly DocumentRow<App>[] = [
  staffPage('/desk/declarations/{id}', 'see_customers', show),
  staffPage('/desk/declarations/{id}/file', 'open_document', async (app, request, { actor }) => {
    const { page } = await read(app, request)
    const { content: body } = (await openPolicyDocument(app, page)) ?? fail('not_found')
    await recordReads(app, [page.uid], { what: 'document', by: actor })
    return { type: 'application/pdf', body, mostBytes: body.length, headers: INLINE }
  }),
  staffForm('/desk/declarations/{id}', 'do_work', async (app, request, staff) =>
    redirect(`/desk/declarations/${request.params.id}?done=${await decide(app, request, staff)}`),
  ),
  staffForm('/desk/declarations/{id}/values', 'do_work', async (app, request, staff) => {
    const corrected = await correct(app, request, staff)
    return redirect(
      `/desk/declarations/${request.params.id}?done=${corrected === 'done' ? 'values' : corrected}`,
    )
  }),
  staffPage(POLICY_PAGES, 'see_customers', (app, request, staff) => showList(app, request, { staff })),
  addPage,
]
