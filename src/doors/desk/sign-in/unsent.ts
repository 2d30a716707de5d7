import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Failure } from '../../../platform/errors.ts'
import { FormRefusal } from '../../../platform/forms/form.ts'
import {
  type Document,
  type DocumentRequest,
  hostCookie,
  isDrawnFor,
  redirect,
  withoutHostCookie,
} from '../../../platform/http/pages/document.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { errorSummary } from '../../../platform/pages/fields.ts'
import { page } from '../../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { isKeptByBrowsers, readSealedCookie, sealedCookie } from '../../../platform/pages/sealed-cookie.ts'
import { hidden, postForm } from '../parts/form.ts'
import { deskFrame } from '../parts/frame.ts'
import { facts } from '../parts/table.ts'
import { staffIdsOf } from '../staff/ids.ts'
import { type Staff, staffIdOf } from '../staff/staff.ts'

const PLACE = { name: 'desk-return', context: 'desk/return' }

/** Who last signed in with this browser. It outlives the session, to show who wrote a form that came too late. */
const WRITER = { name: 'desk-writer', context: 'desk/writer' }

export const writerCookie = (app: App, email: string): string =>
  hostCookie(WRITER.name, app.sealer.seal(WRITER.context, staffIdOf(app, email)).toString('base64url'))

const NOT_TYPED: readonly string[] = ['from', 'nonce', 'seen', 'which']

/** Pages, not files: a download would leave the sign-in page on the screen. */
const PAGES = /^\/desk\/(?:tasks|declarations|book|money|operators|stops|records|health|account)(?:\/\w+)?$/

type Field = [name: string, value: string]

type Return = { path: string; from: string | null; fields: Field[] | null; writer: string | null }

const fieldsOf = (sent: URLSearchParams): Field[] => [...sent].filter(([, value]) => value !== '')

const ID = /^[a-z]{3}_\w{20,}$/
const CHOICE = /^[a-z]+(?:_[a-z]+)*$/

const isTyped = ([name, value]: Field): boolean => !NOT_TYPED.includes(name) && !ID.test(value)

const typedView = (fields: readonly Field[]): Html =>
  facts(
    fields.filter(isTyped).map(([name, value]) => ({
      label: name === 'act' ? 'Button' : nameTitle(name.replaceAll('.', ' ')),
      value: CHOICE.test(value) ? nameTitle(value) : value,
    })),
  )

const whatYouEntered = (fields: readonly Field[]): Html =>
  fields.some(isTyped)
    ? html`<h2>What you entered</h2>
${typedView(fields)}`
    : html``

const signInToReturn = (fields: readonly Field[]): Promise<Document> =>
  page({
    title: 'You’ve been signed out',
    status: 403,
    nav: html``,
    body: html`<div class="narrow">
<h1>You’ve been signed out</h1>
<p class="lede">Nothing was saved, and we couldn’t keep this. Copy it before you sign in again.</p>
${typedView(fields)}
<p><a class="button" href="/desk/sign-in">Sign in</a></p>
</div>`,
  })

export const toSignIn = (
  app: App,
  request: DocumentRequest,
  { path, isForm }: { path: string; isForm: boolean },
): Document | Promise<Document> => {
  if (!isForm && !PAGES.test(path)) return redirect('/desk/sign-in')
  const { form: sent, from, cookies } = request
  const fields = isForm ? fieldsOf(sent) : null
  const last = readSealedCookie(app, WRITER, cookies)
  const writer = last !== null && isDrawnFor(app, request, last) ? last : null
  if (fields && writer === null)
    return fields.some(isTyped) ? signInToReturn(fields) : redirect('/desk/sign-in')
  const back: Return = { path, from, fields, writer }
  const cookie = sealedCookie(app, PLACE, JSON.stringify(back))
  if (isKeptByBrowsers(cookie)) return redirect('/desk/sign-in', [cookie])
  return fields ? signInToReturn(fields) : redirect('/desk/sign-in')
}

const readReturn = (app: App, { cookies }: Pick<DocumentRequest, 'cookies'>): Return | null => {
  const back = readSealedCookie(app, PLACE, cookies)
  return back === null ? null : JSON.parse(back)
}

export const hasUnsent = (app: App, request: DocumentRequest): boolean =>
  (readReturn(app, request)?.fields ?? null) !== null

export const withoutReturn = (): string => withoutHostCookie(PLACE.name)

const backLink = (from: string | null, words: string): Html =>
  html`<a href="${from?.startsWith('/desk') ? from : '/desk'}">${words}</a>`

const unsentPage = (
  request: DocumentRequest,
  staff: Staff,
  { path, from, fields }: Return & { fields: Field[] },
): Promise<Document> =>
  deskFrame(request, staff, {
    title: 'Not saved yet',
    at: '/desk',
    body: html`<h1>Not saved yet</h1>
<p class="lede">You were signed out before you sent this. Check it, then send it now.</p>
${whatYouEntered(fields)}
${postForm({
  token: tokenField(request),
  path,
  label: 'Not saved yet',
  body: html`${fields.map(([name, value]) => hidden(name, value))}
<p class="row"><button>Send it now</button> ${backLink(from, 'Don’t send it')}</p>`,
})}`,
  })

/** Works once: opens the page that was asked for, or shows what could not be saved. Null: neither. */
export const afterSignIn = async (
  app: App,
  request: DocumentRequest,
  staff: Staff,
): Promise<Document | null> => {
  const back = readReturn(app, request)
  if (back === null) return null
  const { fields, writer } = back
  if (fields && !staffIdsOf(app, staff.email).includes(writer ?? '')) return null
  const document = fields ? await unsentPage(request, staff, { ...back, fields }) : redirect(back.path)
  return { ...document, cookies: [withoutReturn()] }
}

const againButton = (sent: URLSearchParams): Html => {
  const act = sent.get('act')
  return html`<button${act === null ? '' : html` name="act" value="${act}"`}>Send it again</button>`
}

/** The form once more, with what was typed. What it sent besides its fields is sent again as it was. */
const correctedForm = (
  request: DocumentRequest,
  path: string,
  { form: asked, errors, unseen }: FormRefusal,
): Html => html`${errorSummary(errors)}
<h1>Not saved</h1>
${postForm({
  token: tokenField(request),
  path,
  label: 'Not saved',
  body: html`${asked.draw({ typed: { form: request.form, errors } })}
${[...request.form].filter(([name]) => name !== 'act' && !(name in asked.fields)).map(([name, value]) => hidden(name, unseen[name] ?? value))}
<p class="row">${againButton(request.form)} ${backLink(request.from, 'Don’t send it')}</p>`,
})}`

export const notSavedPage = (
  request: DocumentRequest,
  staff: Staff,
  { path, error }: { path: string; error: Failure },
): Promise<Document> =>
  deskFrame(request, staff, {
    title: 'Not saved',
    at: '/desk',
    status: error.status,
    body:
      error instanceof FormRefusal
        ? correctedForm(request, path, error)
        : html`<h1>Not saved</h1>
<p class="lede">${error.message}</p>
${whatYouEntered(fieldsOf(request.form))}
<p>${backLink(request.from, 'Back to the form')}</p>`,
  })
