import { html } from 'hono/html'
import { isPlainLine } from '../../../platform/lib/plain-line.ts'
import { errorSummary, type FieldError, fieldId } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import type { AskedQuestion, CarrierAnswer } from '../tasks/tasks.ts'
import { carrierWords } from './carrier-words.ts'
import { say } from './say.ts'

const LONGEST = 1000

type Asking = {
  questions: readonly AskedQuestion[]
  action: string
  token: Html
  typed: URLSearchParams
  errors: readonly FieldError[]
}

const PREFIX = 'answer.'
const ASKED = 'asked'

const nameOf = (task_id: string): string => `${PREFIX}${task_id}`

const isOwn = ({ name }: FieldError): boolean => name?.startsWith(PREFIX) ?? false

export const errorsBeside = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(error => !isOwn(error))

const card = (
  { action, token, typed, errors }: Asking,
  { task_id, asked, carrier, question }: AskedQuestion,
  isKept: boolean,
): Html => {
  const name = nameOf(task_id)
  const id = fieldId(name)
  const error = errors.find(one => one.name === name)?.message
  const text = typed.get(ASKED) === asked ? typed.get(name) : null
  return html`<form method="post" action="${action}"${isKept ? html` id="${KEPT_FORM}"` : ''} class="card bound sheet" aria-labelledby="${id}-title" novalidate>
${token}<input type="hidden" name="task" value="${task_id}"><input type="hidden" name="${ASKED}" value="${asked}">
<h2 id="${id}-title">${say('A question from {carrier}', { carrier })}</h2>
<div class="field"><label for="${id}">${carrierWords(question)}</label>
${error ? html`<p class="error-text small" id="${id}-error">${error}</p>` : ''}
<textarea id="${id}" name="${name}" rows="3" maxlength="${LONGEST}"${error ? html` aria-invalid="true" aria-describedby="${id}-error"` : ''}>${text ?? ''}</textarea></div>
<p class="row"><button>${say('Send my answer')}</button></p>
<p class="soft small">${say('{carrier} can’t continue until you answer.', { carrier })}</p>
</form>`
}

/** Shown above the page. Only one form can keep what was typed when the language changes, and the page may have it. */
export const carrierQuestionsView = (asking: Asking, page: Html): Html => {
  const { questions, errors } = asking
  const own = errors.filter(isOwn)
  const isKeptBelow = String(page).includes(`id="${KEPT_FORM}"`)
  return html`${own.length > 0 ? errorSummary(own) : ''}
${questions.map((question, at) => card(asking, question, at === 0 && !isKeptBelow))}`
}

/** Line breaks become spaces, so that staff can copy the answer into one field. */
export const readCarrierAnswer = (form: URLSearchParams): CarrierAnswer | { errors: FieldError[] } => {
  const [task_id, asked] = [form.get('task') ?? '', form.get(ASKED) ?? '']
  const name = nameOf(task_id)
  const answer = (form.get(name) ?? '').replaceAll(/\s+/g, ' ').trim()
  if (answer === '') return { errors: [{ name, message: say('Enter an answer.') }] }
  return answer.length <= LONGEST && isPlainLine(answer)
    ? { task_id, asked, answer }
    : {
        errors: [
          {
            name,
            message: say('The answer must be plain text, at most {most} characters.', { most: LONGEST }),
          },
        ],
      }
}
