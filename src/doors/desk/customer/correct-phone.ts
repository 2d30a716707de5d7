import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import { lineOf, lines } from '../../../products/lines.ts'
import { findListed } from '../book/listed.ts'
import { form } from '../parts/form.ts'
import type { Customer } from './customer.ts'

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
  const phone = undo === null ? (sent.get('phone') ?? '').trim() : openUndo(app, uid, undo)
  return transact(app, async inside => {
    const before = (await findListed(inside, uid))?.person.phone ?? null
    const changed = await lines[line].book.correct(inside, { uid, name: 'phone_number', text: phone, actor })
    return { changed, before }
  })
}

export const phoneProblem = (error: unknown): string => {
  if (!(error instanceof Failure) || error.status >= 500) throw error
  return error.details.fields?.some(({ code }) => code === 'bad_phone')
    ? 'Enter a phone number of 10 to 15 digits, like 415-555-0100.'
    : error.message
}

export const phoneForm = (
  request: DocumentRequest,
  { uid, person }: Customer,
  problem: string | null,
) => html`
<details${problem ? html` open` : ''}><summary>Correct the phone number</summary>
${form({
  token: tokenField(request),
  path: `/desk/book/${uid}/phone`,
  label: 'Correct the phone number',
  body: html`<div class="field"><label for="phone">Phone number</label>
${problem ? html`<p class="error-text" id="phone-problem" role="alert">${problem}</p>` : ''}
<input id="phone" name="phone" type="tel" required maxlength="40" value="${person.phone ?? ''}" autocomplete="off"${
    problem ? html` aria-invalid="true" aria-describedby="phone-problem" autofocus` : ''
  }></div>
<button>Save number</button>`,
})}</details>`

export const undoForm = (request: DocumentRequest, uid: string) => {
  const undo = String(request.query.undo ?? '')
  return undo === ''
    ? ''
    : form({
        token: tokenField(request),
        path: `/desk/book/${uid}/phone`,
        label: 'Undo',
        body: html`<input type="hidden" name="undo" value="${undo}"><button class="secondary">Undo</button>`,
      })
}
