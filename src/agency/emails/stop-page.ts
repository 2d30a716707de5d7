import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { QUARTER_HOUR_SECONDS } from '../../platform/lib/clock.ts'
import { page } from '../../platform/pages/frame.ts'
import { tokenField } from '../../platform/pages/html.ts'
import { say } from './layout.ts'
import { findEmailStop, liftEmailStop, putEmailStop } from './rules/counts-store.ts'
import { STOP_PATH, stoppedBy } from './rules/limits.ts'

const PATH = `${STOP_PATH}/{token}`

const NO_LINK = 'This link is incomplete or was never valid. Open the whole link from our email.'

const macIn = (app: App, { params }: DocumentRequest): Buffer =>
  stoppedBy(app, params.token ?? '') ?? fail('not_found', { message: NO_LINK })

const row = { path: PATH, page: true, translated: true, contract: null } as const

const budget = { name: 'email_stop', points: 60, seconds: QUARTER_HOUR_SECONDS, by: 'address' } as const

/** Opening the link changes nothing, because mail scanners open links too. */
export const stopPages: DocumentRow<App>[] = [
  {
    ...row,
    budget,
    async respond(app, request) {
      const isStopped = await findEmailStop(app.db, [macIn(app, request)])
      const title = isStopped
        ? say('We no longer email you about applications that others start')
        : say('Stop emails about applications that others start for you?')
      return page({
        title,
        body: html`<h1>${title}</h1>
<p>${say('These are emails about missing answers and quotes. You still get what you ask for yourself, codes to sign in, everything about a policy that you sign for or have, and notices that the law requires.')}</p>
<form method="post" action="${STOP_PATH}/${request.params.token ?? ''}">${tokenField(request)}
${isStopped ? html`<button name="act" value="again" class="secondary">${say('Email me again')}</button>` : html`<button name="act" value="stop">${say('Stop these emails')}</button>`}</form>`,
      })
    },
  },
  {
    ...row,
    method: 'POST',
    budget,
    async respond(app, request) {
      const recipient_mac = macIn(app, request)
      if (request.form.get('act') === 'again') await liftEmailStop(app.db, recipient_mac)
      else await putEmailStop(app.db, { recipient_mac, stopped_at: app.clock.now() })
      return redirect(`${STOP_PATH}/${request.params.token ?? ''}`)
    },
  },
]
