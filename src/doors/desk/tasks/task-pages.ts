import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { type FieldError, titleToCorrect } from '../../../platform/pages/fields.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { countOpenTasks } from '../../../products/line/tasks/store.ts'
import { recordReads } from '../book/reads.ts'
import { deskFrame } from '../parts/frame.ts'
import { DECLARATIONS_PAGE, readPdf, UPLOAD_BYTES } from '../parts/read-pdf.ts'
import { pageAsked } from '../parts/table.ts'
import { nextWork } from '../queue/next-view.ts'
import { quotable, taskTitle } from '../queue/open-tasks.ts'
import { staffForm, staffPage, staffUpload } from '../sign-in/door.ts'
import type { Staff } from '../staff/staff.ts'
import { listTasks, readTask } from './read-task.ts'
import { FILED_FORM } from './surplus-view.ts'
import {
  type ActionOutcome,
  ask,
  claim,
  enterAnswer,
  enterBlocked,
  enterDecline,
  enterNewPrice,
  enterOffers,
  enterPolicy,
  fileSurplus,
  release,
  type TaskAction,
} from './task-actions.ts'
import { taskListView } from './task-list-view.ts'
import { taskView } from './task-view.ts'

const at = '/desk/tasks'

const listPage = staffPage(at, 'see_work', async (app, request, staff) => {
  const now = app.clock.now()
  const counts = await countOpenTasks(app.db, quotable, now)
  const overdue = await listTasks(app, staff, { overdue: true, page: pageAsked(request, 'overdue') })
  const open = await listTasks(app, staff, { overdue: false, page: pageAsked(request, 'open') })
  const lists = {
    overdue: { ...overdue, count: counts.overdue },
    open: { ...open, count: counts.open - counts.overdue },
  }
  return deskFrame(request, staff, { title: 'Carrier tasks', at, body: taskListView(lists, now) })
})

const show = async (
  app: App,
  request: DocumentRequest,
  staff: Staff,
  errors: readonly FieldError[] = [],
): Promise<Document> => {
  const facts = await readTask(app, request.params.id ?? '', staff)
  await recordReads(app, [facts.task.uid], { what: 'task', by: staff.actor })
  const body = taskView({
    ...facts,
    token: tokenField(request),
    typed: { form: request.form, errors },
    message: String(request.query.done ?? ''),
    now: app.clock.now(),
  })
  return deskFrame(request, staff, {
    title: titleToCorrect(taskTitle(facts.task), errors),
    at,
    body: html`${body}${facts.task.done_at === null ? '' : await nextWork(app, staff)}`,
    ...(errors.length > 0 && { status: 400 }),
  })
}

const taskPage = staffPage(`${at}/{id}`, 'see_work', (app, request, staff) => show(app, request, staff))

const answered = (
  app: App,
  request: DocumentRequest,
  { staff, outcome }: { staff: Staff; outcome: ActionOutcome },
): Promise<Document> | Document =>
  'done' in outcome
    ? redirect(`${at}/${request.params.id}?done=${outcome.done}`)
    : show(app, request, staff, outcome.errors)

const actionIn = ({ params, form }: DocumentRequest, { actor, licenses }: Staff): TaskAction => ({
  id: params.id ?? '',
  actor,
  licenses,
  form,
})

const act = (name: string, run: (app: App, action: TaskAction) => Promise<ActionOutcome>): DocumentRow<App> =>
  staffForm(`${at}/{id}/${name}`, 'do_work', async (app, request, staff) =>
    answered(app, request, { staff, outcome: await run(app, actionIn(request, staff)) }),
  )

const SURPLUS_FORM = {
  name: FILED_FORM,
  notPdf: 'The form must be a PDF. Scan it if it was signed on paper.',
}

const NO_DECLARATIONS = 'Choose the declarations page. The buyer downloads it as the policy document.'

const boundForm = staffUpload(`${at}/{id}/bound`, 'do_work', {
  mostBytes: UPLOAD_BYTES,
  async respond(app, request, staff) {
    const read = { staffId: staff.staffId, ...DECLARATIONS_PAGE }
    const file = (await readPdf(app, request, read)) ?? { problem: NO_DECLARATIONS }
    const outcome = await enterPolicy(app, actionIn(request, staff), file)
    return answered(app, request, { staff, outcome })
  },
})

const surplusUpload = staffUpload(`${at}/{id}/surplus`, 'do_work', {
  mostBytes: UPLOAD_BYTES,
  async respond(app, request, staff) {
    const file = await readPdf(app, request, { staffId: staff.staffId, ...SURPLUS_FORM })
    const outcome = await fileSurplus(app, actionIn(request, staff), file)
    return answered(app, request, { staff, outcome })
  },
})

export const taskPages: readonly DocumentRow<App>[] = [
  listPage,
  taskPage,
  act('claim', claim),
  act('release', release),
  staffForm(`${at}/{id}/offers`, 'do_work', async (app, request, staff) =>
    request.form.has('more')
      ? show(app, request, staff)
      : answered(app, request, { staff, outcome: await enterOffers(app, actionIn(request, staff)) }),
  ),
  act('decline', enterDecline),
  act('ask', ask),
  act('answer', enterAnswer),
  act('repriced', enterNewPrice),
  act('blocked', enterBlocked),
  boundForm,
  surplusUpload,
]
