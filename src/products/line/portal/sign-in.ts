import { html } from 'hono/html'
import { keepsEmails, queueEmail } from '../../../agency/emails/outbox.ts'
import type { EmailPurpose } from '../../../agency/emails/rules/limits.ts'
import { type App, job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  withoutHostCookie,
} from '../../../platform/http/pages/document.ts'
import {
  ATTEMPTS_FOR_A_DAY,
  addJob,
  openPayload,
  type SealedPayload,
  sealPayload,
} from '../../../platform/jobs/store.ts'
import type { Language } from '../../../platform/language/language.ts'
import { lineOf } from '../../../platform/lines.ts'
import { errorSummary, type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { isKeptByBrowsers, readSealedCookie, sealedCookie } from '../../../platform/pages/sealed-cookie.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { emailMark } from '../../../platform/signin/email-mark.ts'
import { findIntake } from '../record/intakes.ts'
import { type PortalPage, portalPage } from './frame.ts'
import { say, sayHtml } from './say.ts'
import { withoutSignature } from './signing.ts'

export const notAnAddress = (): FieldError => ({
  name: 'email',
  message: say('Enter an email address, like name@example.com.'),
})

const emailField = (email: string, error: FieldError | undefined): Html =>
  fieldView({
    name: 'email',
    label: say('Email address'),
    texts: [email],
    error: error?.message,
    autocomplete: 'email',
    control: { kind: 'line', type: 'email', required: true },
  })

export const strong = (text: unknown): Html => html`<strong>${text}</strong>`

const mailboxLink = (text: unknown): Html => html`<a href="/dev/mailbox" target="_blank">${text}</a>`

export const mailboxNote = (app: App): Html =>
  keepsEmails(app)
    ? html`<p class="callout info">${sayHtml('This service doesn’t send email. Read the message in the <a>mailbox</a>.', { a: mailboxLink })}</p>`
    : html``

/** How a person gets in: by a link or a code that goes to the email address on the application. */
type WayIn = {
  request: DocumentRequest
  action: string
  /** The application, where the path does not name it. */
  ref?: string
}

const sending = ({ request, action, ref }: WayIn, fields: Html, look: Html): Html =>
  html`<form method="post" action="${action}" ${look}>
${tokenField(request)}${ref === undefined ? '' : html`<input type="hidden" name="ref" value="${ref}">`}${fields}
</form>`

type Typed = { email: string; error?: FieldError | undefined }

export const emailForm = (
  way: WayIn,
  { email, error }: Typed,
  { button, look }: { button: string; look?: Html },
): Html =>
  sending(
    way,
    html`
${emailField(email, error)}
<p class="row"><button>${button}</button></p>`,
    html`id="${KEPT_FORM}" ${look ?? html`class="card bound sheet"`} novalidate`,
  )

export const againForm = (
  way: WayIn,
  { email, button, other }: { email: string; button: string; other: string },
): Html =>
  sending(
    way,
    html`<input type="hidden" name="email" value="${email}">
<button class="secondary">${button}</button> <a href="${other}" class="button quiet">${say('Use another email address')}</a>`,
    html`class="row"`,
  )

type Asking = Typed & {
  heading: string
  lede: string
  notice?: Html
  above?: Html
  button: string
  aside: Html
}

export const askBody = (
  way: WayIn,
  { heading, lede, notice, above, button, aside, ...typed }: Asking,
): Html => html`
${notice ?? ''}
${typed.error ? errorSummary([typed.error]) : ''}
<div class="beside wide-aside">
<div>
<h1>${heading}</h1>
<p class="lede">${lede}</p>
${above ?? ''}
${emailForm(way, typed, { button })}
</div>
<aside class="card well">
${aside}
</aside>
</div>`

export const deadBody = (words: {
  title: string
  lede: string
  again: Html
  error?: FieldError | undefined
}): Html =>
  html`${words.error ? errorSummary([words.error]) : ''}<div class="leaf">
<h1>${words.title}</h1>
<p class="lede">${words.lede}</p>
<div class="card bound sheet">
<h2>${say('Get a new one')}</h2>
${words.again}
</div>
</div>`

export const staySignedIn = (): Html =>
  html`<p class="soft small">${say('You stay signed in on this device for 30 minutes after your last click. On a shared device, sign out when you’re done.')}</p>`

/** No email address opens it anymore, so the page does not ask for one. */
export const isGone = async (app: App, uid: string): Promise<boolean> => {
  const line = lineOf(uid)
  const intake = line && (await findIntake(app, { uid, line }))
  return intake === null || intake.erasedAt !== null
}

const goneTitle = (): string => say('This application no longer exists')

const goneView = (): Html => html`<div class="leaf">
<h1>${goneTitle()}</h1>
<p class="lede">${say('We’ve deleted it with all its answers, as we do with applications that are no longer used.')}</p>
<p>${sayHtml('Ask the business that sent you here to start a new application, or {contact}.', { contact: contactSlot })}</p>
</div>`

export const gonePage = (
  app: App,
  request: DocumentRequest,
  product?: PortalPage['product'],
): Promise<Document> =>
  portalPage(app, request, {
    title: goneTitle(),
    person: null,
    status: 410,
    ...(product && { product }),
    body: goneView(),
  })

const placeOf = (about: string) => ({ name: 'asked', context: `asked:${about}` })

/** Keeps the request in this browser while its answer is under way, so the next page can be loaded again. */
export const askedCookie = (app: App, about: string, asked: object): string =>
  sealedCookie(app, placeOf(about), JSON.stringify(asked))

export const readAsked = <T extends object>(
  app: App,
  { cookies }: Pick<DocumentRequest, 'cookies'>,
  about: string,
): T | null => {
  const asked = readSealedCookie(app, placeOf(about), cookies)
  return asked === null ? null : (JSON.parse(asked) as T)
}

export type AskedEmail = { uid: string; email: string; language?: Language }

export const sendLater = (app: App, name: string, asked: AskedEmail): Promise<void> =>
  addJob(app.db, name, sealPayload(app.sealer, name, asked), ATTEMPTS_FOR_A_DAY)

type Emailed<A, I> = {
  /** Also the purpose of the email. */
  name: EmailPurpose
  lock(app: App, uid: string): Promise<I | null>
  write(app: App, intake: I, asked: A): Promise<Parameters<typeof queueEmail>[1] | null>
}

/** Locks the intake, so that no email goes to an address that is being erased. */
export const emailedJob = <A extends AskedEmail, I>({ name, lock, write }: Emailed<A, I>) =>
  job<SealedPayload>({
    name,
    run: (app, sealed) =>
      transact(app, async inside => {
        const asked = openPayload<A>(app.sealer, name, sealed)
        const intake = await lock(inside, asked.uid)
        const email = intake && (await write(inside, intake, asked))
        if (email) await queueEmail(inside, email, { intake_uid: asked.uid, purpose: name })
      }),
  })

const COOKIE = 'unsent'

/** Another address on the application belongs to another person, who must not read it. */
const placeOfUnsent = async (app: App, uid: string) => {
  const line = lineOf(uid)
  const intake = line && (await findIntake(app, { uid, line }))
  return { name: COOKIE, context: `unsent:${uid}:${intake ? emailMark(intake).email : ''}` }
}

/** Sealed for this application. Consents and signatures are not kept: they are given again. */
export const unsentCookie = async (
  app: App,
  uid: string,
  { form }: DocumentRequest,
): Promise<string | null> => {
  const kept = withoutSignature(form).toString()
  if (kept === '') return null
  const cookie = sealedCookie(app, await placeOfUnsent(app, uid), kept)
  return isKeptByBrowsers(cookie) ? cookie : null
}

export const readUnsent = async (
  app: App,
  uid: string,
  { cookies }: DocumentRequest,
): Promise<URLSearchParams | null> => {
  const unsent = readSealedCookie(app, await placeOfUnsent(app, uid), cookies)
  return unsent === null ? null : new URLSearchParams(unsent)
}

export const withoutUnsent = (): string => withoutHostCookie(COOKIE)

export const withUnsent = async (
  app: App,
  { uid, request }: { uid: string; request: DocumentRequest },
  respond: (request: DocumentRequest) => Promise<Document> | Document,
): Promise<Document> => {
  const form = await readUnsent(app, uid, request)
  if (form === null) return respond(request)
  if ([...request.form.keys()].length === 0) return respond({ ...request, form })
  const document = await respond(request)
  return document.status === 303
    ? { ...document, cookies: [...(document.cookies ?? []), withoutUnsent()] }
    : document
}
