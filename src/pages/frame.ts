import { html } from 'hono/html'
import type { Document } from '../http/pages/document.ts'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { assetUrl } from './assets.ts'
import { agencySlot, bannerSlot } from './service-marks.ts'

export type Html = ReturnType<typeof html>

type Scripts = { nonce: string; names: readonly string[] }

export type PageContent = {
  title: string
  body: Html
  status?: number
  scripts?: Scripts
  styles?: readonly string[]
  nav?: Html
  foot?: Html
  brand?: { name: string; href: string }
  ribbon?: Html
  /** Reloads the page when JavaScript is off. */
  refreshSeconds?: number
}

const siteNav = html`<nav aria-label="Site"><a href="/calculators">Calculators</a> <a href="/docs">Docs</a> <a href="/docs/api">API</a> <a href="/docs/errors">Errors</a></nav>`

const siteFoot = html`<p>${agencySlot}</p>
<p>Bindery, API contract ${CONTRACT_VERSION}</p>
<p>No trackers. Nothing is loaded from other sites.</p>`

// Keeps opened <details> open when part of the page is refreshed.
const scriptTags = ({ nonce, names }: Scripts) => html`
<meta name="htmx-config" content='{"includeIndicatorCSS":false,"morphIgnore":["data-htmx-powered","open"]}'>
${names.map(name => html`<script src="${assetUrl(name)}" nonce="${nonce}" defer></script>`)}`

export const page = async ({
  title,
  body,
  status,
  scripts,
  styles = [],
  nav = siteNav,
  foot = siteFoot,
  brand = { name: 'Bindery', href: '/' },
  ribbon,
  refreshSeconds,
}: PageContent): Promise<Document> => ({
  type: 'text/html; charset=utf-8',
  status: status ?? 200,
  body: String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : ''}
<title>${title} · ${brand.name}</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
${['bindery.css', ...styles].map(name => html`<link rel="stylesheet" href="${assetUrl(name)}">`)}${scripts ? scriptTags(scripts) : ''}
</head>
<body>
<a href="#main" class="skip">Skip to content</a>
${ribbon ?? bannerSlot}<header class="site"><div>
<a href="${brand.href}" class="brand"><img src="${assetUrl('icon.svg')}" alt="" width="32" height="32">${brand.name}</a>
${nav}
</div></header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="foot"><div>
${foot}
</div></footer>
</body>
</html>
`,
  ),
})
