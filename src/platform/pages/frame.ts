import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Document } from '../http/pages/document.ts'
import { inSameLanguage } from '../http/pages/readers-language.ts'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { language } from '../language/language.ts'
import { assetText, assetUrl } from './assets.ts'
import type { Html } from './html.ts'
import { say } from './say.ts'
import {
  agencyNameSlot,
  agencySlot,
  bannerSlot,
  brandMarkSlot,
  headSlot,
  languageSlot,
  legalSlot,
  siteSlot,
  touchIconSlot,
} from './service-marks.ts'

type Scripts = { nonce: string; names: readonly string[] }

export type PageContent = {
  title: string
  body: Html
  status?: number
  scripts?: Scripts
  inlineScript?: string
  styles?: readonly string[]
  developer?: boolean
  nav?: Html
  foot?: Html
  home?: string
  ribbon?: Html
  share?: { path: string; description: string }
  refreshSeconds?: number
}

const siteNav = () =>
  html`<nav aria-label="${say('Site')}"><a href="${inSameLanguage('/portal/login')}">${say('Your application')}</a> <a href="${inSameLanguage('/calculators')}">${say('Calculators')}</a> <a href="/docs">${say('Developers')}</a>${languageSlot}</nav>`

const developerNav = html`<nav aria-label="Site"><a href="/docs">Docs</a> <a href="/docs/api">API</a> <a href="/docs/errors">Errors</a> <a href="/calculators">Calculators</a></nav>`

export const NO_TRACKERS = 'No trackers. Nothing is loaded from other sites.'

const footOf = (developer: boolean) => html`<p>${agencySlot}</p>
<p>${legalSlot}</p>
<p>${developer ? `Runs on Bindery, API contract ${CONTRACT_VERSION}` : say(NO_TRACKERS)}</p>`

// Keeps opened <details> open when part of the page is refreshed.
const scriptTags = ({ nonce, names }: Scripts) => html`
<meta name="htmx-config" content='{"includeIndicatorCSS":false,"morphIgnore":["data-htmx-powered","open"]}'>
${names.map(name => html`<script src="${assetUrl(name)}" nonce="${nonce}" defer></script>`)}`

const hashes = new Map<string, string>()

const hashOf = (asset: string): string => {
  const known = hashes.get(asset) ?? createHash('sha256').update(assetText(asset)).digest('base64')
  hashes.set(asset, known)
  return known
}

const shareTags = (title: string, { path, description }: NonNullable<PageContent['share']>) => html`
<meta name="description" content="${description}">
<link rel="canonical" href="${siteSlot}${path}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${agencyNameSlot}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${siteSlot}${path}">
<meta property="og:image" content="${siteSlot}${touchIconSlot}">`

export const page = async ({
  title,
  body,
  status,
  scripts,
  inlineScript,
  styles = [],
  developer = false,
  nav = developer ? developerNav : siteNav(),
  foot = footOf(developer),
  home = inSameLanguage('/'),
  ribbon,
  share,
  refreshSeconds,
}: PageContent): Promise<Document> => ({
  type: 'text/html; charset=utf-8',
  status: status ?? 200,
  ...(inlineScript && { scriptHash: hashOf(inlineScript) }),
  body: String(
    await html`<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : ''}
<title>${title} · ${agencyNameSlot}</title>${share ? shareTags(title, share) : html`<meta name="description" content="${title} · ${agencyNameSlot}">`}
${['bindery.css', ...styles].map(name => html`<link rel="stylesheet" href="${assetUrl(name)}">`)}
${headSlot}${scripts ? scriptTags(scripts) : ''}
</head>
<body>
<a href="#main" class="skip">${say('Skip to content')}</a>
${ribbon ?? bannerSlot}<header class="site"><div>
<a href="${home}" class="brand">${brandMarkSlot}</a>
${nav}
</div></header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="foot"><div>
${foot}
</div></footer>
${inlineScript ? html`<script>${raw(assetText(inlineScript))}</script>` : ''}
</body>
</html>
`,
  ),
})
