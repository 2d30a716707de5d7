import { html } from 'hono/html'
import type { Document } from '../http/document.ts'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { assetUrl } from './assets.ts'

export type Html = ReturnType<typeof html>

/** Assets that the page runs; the answer's nonce lets them. */
type Scripts = { nonce: string; names: readonly string[] }

export type Page = { title: string; body: Html; status?: number; scripts?: Scripts }

const scriptTags = ({ nonce, names }: Scripts) => html`
<meta name="htmx-config" content="includeIndicatorCSS:false">
${names.map(name => html`<script src="${assetUrl(name)}" nonce="${nonce}" defer></script>`)}`

/** Every page stands in this frame. */
export const page = async ({ title, body, status, scripts }: Page): Promise<Document> => ({
  type: 'text/html; charset=utf-8',
  status: status ?? 200,
  body: String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Bindery</title>
<link rel="icon" href="${assetUrl('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetUrl('bindery.css')}">${scripts ? scriptTags(scripts) : ''}
</head>
<body>
<a href="#main" class="skip">Skip to the content</a>
<header class="site"><div>
<a href="/" class="brand"><img src="${assetUrl('icon.svg')}" alt="" width="32" height="32">Bindery</a>
<nav aria-label="Site"><a href="/calculators">Calculators</a> <a href="/docs">Docs</a> <a href="/docs/errors">Errors</a> <a href="/docs#contract">Contract</a></nav>
</div></header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="foot"><div>
<p>Bindery, API contract ${CONTRACT_VERSION}</p>
<p>No trackers. Nothing is loaded from other sites.</p>
</div></footer>
</body>
</html>
`,
  ),
})
