import { html } from 'hono/html'
import type { StateRule } from '../../../agency/rules/rulebook.ts'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import type { SurplusDuty } from '../../../products/line/buying/surplus-duty.ts'
import type { SurplusFiling } from '../../../products/line/buying/surplus-filings.ts'
import { pdfField } from '../parts/read-pdf.ts'
import { facts } from '../parts/table.ts'
import { taskForm, typedIn } from './form-view.ts'
import type { TaskView } from './task-facts.ts'

export const FILED_FORM = 'filed_form'

const filingForm = ({ needsSearch, needsForm }: SurplusDuty) =>
  form({
    search: line('The search among admitted insurers', {
      hint: 'Which insurers declined, when, and why. Or which rule asks for no search.',
      most: 1000,
      optional: !needsSearch,
    }),
    form_name: line('Name of the form', {
      hint: 'As the state calls it.',
      most: 120,
      optional: !needsForm,
    }),
  })

type FiledForm = { bytes: Buffer } | { problem: string } | null

const fileErrors = (file: FiledForm, { needsForm }: SurplusDuty): FieldError[] => {
  if (file === null)
    return needsForm ? [{ name: FILED_FORM, message: 'Choose the form. We keep it with the purchase.' }] : []
  return 'problem' in file ? [{ name: FILED_FORM, message: file.problem }] : []
}

export const readFiling = (duty: SurplusDuty, sent: URLSearchParams, file: FiledForm) => {
  const { values, errors } = filingForm(duty).read(sent)
  return {
    errors: [...errors, ...fileErrors(file, duty)],
    form: file && 'bytes' in file ? file.bytes : null,
    facts: {
      search: values.search ?? null,
      declined: duty.declined,
      search_rule: duty.search?.citation ?? null,
      form_rule: duty.form?.citation ?? null,
      form_name: values.form_name ?? null,
    },
  }
}

const ruleWords = (rule: StateRule | null, state: string): string =>
  rule === null
    ? `We have no source for the rule in ${stateName(state)}. Check it yourself and record what you did.`
    : [rule.citation, rule.remark].filter(Boolean).join(': ')

const searchWords = ({ search, declined }: SurplusDuty): string => {
  if (typeof search?.value !== 'number') return ''
  if (search.value === 0) return 'No search is required.'
  return `${declined.length} of ${search.value} declinations are on this application.`
}

const listed = (lines: readonly string[]): Html =>
  lines.length === 0 ? html`None on this application` : html`${lines.map(line => html`${line}<br>`)}`

const fields = (view: TaskView, duty: SurplusDuty): Html => {
  const typed = typedIn(view, 'surplus')
  return html`<div class="fields">${filingForm(duty).draw({ typed })}
${pdfField({ name: FILED_FORM, label: 'The form, signed where the state asks for it (PDF)', errors: typed.errors })}</div>
<button>Record, and continue with the order</button>`
}

export const surplusForm = (
  view: TaskView,
  duty: SurplusDuty,
): Html => html`<section aria-labelledby="surplus"><h2 id="surplus">Before you order: surplus lines</h2>
<p class="callout warning">${view.carrier?.name ?? 'This carrier'} is not admitted in ${stateName(duty.state)}. Nothing is ordered until you record the search and the state’s form here.</p>
${facts([
  { label: 'Search', value: `${ruleWords(duty.search, duty.state)} ${searchWords(duty)}`.trim() },
  { label: 'Declined by admitted insurers', value: listed(duty.declined) },
  { label: 'Form', value: ruleWords(duty.form, duty.state) },
  {
    label: 'Surplus lines broker',
    value:
      duty.broker ?? `No license for ${stateName(duty.state)} is set. The binder says that it is not stated.`,
  },
])}
${taskForm(view, { name: 'surplus', title: 'Record the search and the form', body: fields(view, duty), isUpload: true, isOpen: true })}
</section>`

export const filingView = (
  { task, filedBy }: TaskView,
  filing: SurplusFiling,
): Html => html`<section aria-labelledby="surplus"><h2 id="surplus">Surplus lines</h2>
${facts([
  { label: 'Recorded', value: html`${filedBy ?? 'someone'}, ${moment(filing.recorded_at)}` },
  { label: 'Search', value: filing.search ?? 'No search was required' },
  { label: 'Declined by admitted insurers', value: listed(filing.declined) },
  {
    label: 'Form',
    value: filing.has_form
      ? html`<a href="/desk/book/${task.uid}/surplus/${task.task_id}" download>${filing.form_name ?? 'Form'}</a>`
      : 'No form was required',
  },
])}
</section>`
