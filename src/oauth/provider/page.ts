import { html } from 'hono/html'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { newNonce } from '../../http/pages/mount-document.ts'
import { pageHeaders } from '../../http/security-headers.ts'
import { VERSION_HEADERS } from '../../http/versions.ts'
import { page } from '../../pages/frame.ts'

const EXPIRED = 'The sign-in took too long, or it was finished already in another window.'

const sentence = ({ error, error_description }: ErrorOut, expired: boolean): string => {
  if (expired) return EXPIRED
  return error === 'server_error'
    ? 'Something went wrong here. Try again in a moment.'
    : `It made a request that cannot be answered: ${error_description ?? error}.`
}

/** What cannot be told to the app that sent the person here is told to the person. */
export const showOnPage = async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
  const { type, body } = await page({
    title: 'This app cannot be connected',
    body: html`<div class="narrow">
<h1>This app cannot be connected</h1>
<p class="lede">${sentence(out, error.name === 'SessionNotFound')}</p>
<p>Nothing was granted. Go back to the app and start again; if it happens again, its makers need to know.</p>
<p class="soft small">Error: <code>${out.error}</code></p>
</div>`,
  })
  for (const name of VERSION_HEADERS) ctx.remove(name)
  ctx.set(pageHeaders(newNonce(), []))
  ctx.type = type
  ctx.body = body
}
