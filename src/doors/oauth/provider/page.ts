import { html } from 'hono/html'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import type { App } from '../../../platform/app.ts'
import { newNonce } from '../../../platform/http/pages/mount-document.ts'
import { pageHeaders } from '../../../platform/http/security-headers.ts'
import { VERSION_HEADERS } from '../../../platform/http/versions.ts'
import { page } from '../../../platform/pages/frame.ts'
import { withMarks } from '../../../platform/pages/service-marks.ts'

const EXPIRED = 'The sign-in expired, or you already finished it in another window.'

const sentence = ({ error, error_description }: ErrorOut, expired: boolean): string => {
  if (expired) return EXPIRED
  return error === 'server_error'
    ? 'Something went wrong on our side. Try again in a minute.'
    : `The app sent an invalid request: ${error_description ?? error}.`
}

export const showOnPage =
  (app: App) =>
  async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
    const shown = await page({
      title: 'We couldn’t connect this app',
      body: html`<div class="narrow">
<h1>We couldn’t connect this app</h1>
<p class="lede">${sentence(out, error.name === 'SessionNotFound')}</p>
<p>The app has no access. Go back to it and start again. If this keeps happening, contact the app’s developer.</p>
<p class="soft small">Error: <code>${out.error}</code></p>
</div>`,
    })
    const { type, body } = withMarks(shown, app)
    for (const name of VERSION_HEADERS) ctx.remove(name)
    ctx.set(pageHeaders(`nonce-${newNonce()}`, []))
    ctx.type = type
    ctx.body = body
  }
