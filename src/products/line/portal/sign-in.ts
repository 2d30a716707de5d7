import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { findIntake } from '../record/intakes.ts'
import { type PortalPage, portalPage } from './frame.ts'
import { say, sayHtml } from './say.ts'

export const notAnAddress = (): FieldError => ({
  name: 'email',
  message: say('Enter an email address, like name@example.com.'),
})

export const emailField = (email: string, error: FieldError | undefined): Html =>
  fieldView({
    name: 'email',
    label: say('Email address'),
    texts: [email],
    error: error?.message,
    autocomplete: 'email',
    control: { kind: 'line', type: 'email', required: true },
  })

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
