import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { lines } from '../../../products/lines.ts'
import { findListed } from '../book/listed.ts'
import { hidden, postForm } from '../parts/form.ts'
import type { Customer } from './customer.ts'

const phoneForm = form({ phone: line('Phone number', { type: 'tel', most: 40 }) })

const UNDO = 'phone-before'

export const sealUndo = ({ sealer }: App, uid: string, phone: string): string =>
  sealer.seal(`${UNDO}/${uid}`, phone).toString('base64url')

const openUndo = ({ sealer }: App, uid: string, token: string): string => {
  try {
    return sealer.open(`${UNDO}/${uid}`, Buffer.from(token, 'base64url'))
  } catch {
    return fail('invalid_request', { message: 'This can no longer be undone. Enter the number again.' })
  }
}

type Correction = { changed: boolean; before: string | null }

export const correctPhone = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<Correction> => {
  const line = lineOf(uid) ?? fail('not_found')
  const undo = sent.get('undo')
  const phone = undo === null ? phoneForm.take(sent).phone : openUndo(app, uid, undo)
  return transact(app, async inside => {
    const before = (await findListed(inside, uid))?.person.phone ?? null
    const changed = await lines[line].book
      .correct(inside, { uid, name: 'phone_number', text: phone, actor })
      .catch(error => {
        throw phoneForm.refusal({ phone: phoneProblem(error) })
      })
    return { changed, before }
  })
}

const phoneProblem = (error: unknown): string => {
  if (!(error instanceof Failure) || error.status >= 500) throw error
  return error.details.fields?.some(({ code }) => code === 'bad_phone')
    ? 'Enter a phone number of 10 to 15 digits, like 415-555-0100.'
    : error.message
}

export const correctPhoneForm = (
  request: DocumentRequest,
  { uid, person }: Customer,
) => html`<details><summary>Correct the phone number</summary>
${postForm({
  token: tokenField(request),
  path: `/desk/book/${uid}/phone`,
  label: 'Correct the phone number',
  body: html`${phoneForm.draw({ given: person })}
<button>Save number</button>`,
})}</details>`

export const undoForm = (request: DocumentRequest, uid: string) => {
  const undo = String(request.query.undo ?? '')
  return undo === ''
    ? ''
    : postForm({
        token: tokenField(request),
        path: `/desk/book/${uid}/phone`,
        label: 'Undo',
        body: html`${hidden('undo', undo)}<button class="secondary">Undo</button>`,
      })
}
