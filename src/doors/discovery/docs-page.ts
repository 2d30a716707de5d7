import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import type { Config } from '../../platform/config.ts'
import { MAX_BODY_BYTES } from '../../platform/http/json-body.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { versions } from '../../platform/http/versions.ts'
import { confirmCodeCurl, requestCodeCurl } from '../../platform/pages/first-key.ts'
import { page } from '../../platform/pages/frame.ts'
import type { Html } from '../../platform/pages/html.ts'
import {
  type DescribedGroup,
  type DescribedOperation,
  hasPage,
  operationsByTag,
  publishedDocuments,
} from './described-operations.ts'
import type { Guide } from './guides/guide.ts'
import { guideCards } from './guides/guide-pages.ts'
import type { DescribedService } from './openapi.ts'
import { methodBadge } from './reference/operation-page.ts'
import { referencePath } from './reference/operations.ts'
import { DOCS_SCRIPT, searchBox } from './search-box.ts'
import { bulletList, codeSpan, markdownTable } from './skills/skill.ts'

const LEDE = 'How to buy insurance through the API: guides first, then every operation.'

const firstKey = ({ publicUrl }: Config, mailbox: boolean) => html`
<section aria-labelledby="first-key">
<h2 id="first-key">Get a key</h2>
<p>The quickest way is <a href="/dashboard/sign-in">in your browser</a>: enter your email and the code we send you. Your agent can do the same. Request a code with your own email:</p>
<pre><code>${requestCodeCurl(publicUrl)}</code></pre>
<p>${
  mailbox
    ? html`We email you a six-digit code. No email server is configured, so read it in the <a href="/dev/mailbox">development mailbox</a>.`
    : 'We email you a six-digit code.'
} Exchange it for a key within 10 minutes:</p>
<pre><code>${confirmCodeCurl(publicUrl)}</code></pre>
<p>The response holds <code>api_key</code>. We show it only once, because we store only a hash. It replaces a key that you already have, which stops at once; <code>POST /api/agent/keys</code> makes additional keys. Keep it on your server and send it with each call:</p>
<pre><code>Authorization: Bearer &lt;OPERATOR_KEY&gt;</code></pre>
</section>`

const operationItem = ({ id, method, path, summary, credential }: DescribedOperation): Html =>
  html`<li id="${id}">${methodBadge(method)} <a href="${referencePath(id)}"><code>${path}</code></a> <span class="soft small">${credential}</span><br><span class="soft">${summary}</span></li>`

const group = ({ tag, title, operations }: DescribedGroup) => html`
<section aria-labelledby="${tag}">
<h2 id="${tag}">${title}</h2>
<ul class="plain-list operation-list">
${operations.map(operationItem)}
</ul>
</section>`

const everyCall = html`
<section aria-labelledby="every-call">
<h2 id="every-call">Every call</h2>
<p>Bodies are JSON, at most ${MAX_BODY_BYTES / 1024} KiB. A field that is not in the contract is refused, with a suggestion for the right name. Inside <code>intake</code> it is stored without effect instead: the response names it in <code>unrecognized_fields</code>, and in <code>field_hints</code> the field you may have meant.</p>
<table class="stacks">
<thead><tr><th scope="col">Header</th><th scope="col">What it does</th></tr></thead>
<tbody>
<tr><th scope="row"><code>Service-API-Version</code></th><td>Optional. Pins the version: ${versions.map(({ name }) => name).join(', ')}. The response header names the version used. We announce the end of a version with <code>Deprecation</code> and <code>Sunset</code> headers, at least 90 days ahead.</td></tr>
<tr><th scope="row"><code>Idempotency-Key</code></th><td>Send one with each authenticated write to make retries safe. The same call returns the stored response for 24 hours, marked <code>Idempotency-Replayed: true</code>. All credentials of one operator share stored responses, so a retry can follow a key rotation. Responses with a secret stay with the credential that asked. A different body with the same key is <a href="/docs/errors#idempotency_conflict">422</a>. For calls without a credential, use a random UUID or at least 128 random bits; a shorter key works only from your own IP address. Do not send one with polls.</td></tr>
<tr><th scope="row"><code>RateLimit-Limit</code><br><code>RateLimit-Remaining</code><br><code>RateLimit-Reset</code><br><code>RateLimit-Policy</code></th><td>On responses of rate-limited operations: calls allowed, calls left, seconds until the window resets, and the policy (<code>600;w=60</code>).</td></tr>
<tr><th scope="row"><code>Retry-After</code></th><td>On 409, 429, and 503 when waiting helps, in whole seconds. Wait that long, then retry.</td></tr>
<tr><th scope="row"><code>X-Request-Id</code></th><td>On every response. Include it when you ask for help.</td></tr>
</tbody>
</table>
<p>Each error says what to do next. <a href="/docs/errors">All error codes</a></p>
</section>`

const contract = (described: DescribedService) => html`
<section aria-labelledby="contract">
<h2 id="contract">Contract</h2>
<p>The same as OpenAPI 3.1, generated from the code that validates each call: <a href="/api/agent/openapi.yaml">for operators</a> or <a href="/openapi.yaml">complete</a>. These documents need no credential:</p>
<table class="stacks">
<thead><tr><th scope="col">URL</th><th scope="col">What it is</th></tr></thead>
<tbody>
${publishedDocuments(described).map(({ path, summary }) => html`<tr><th scope="row"><a href="${path}"><code>${path}</code></a></th><td>${summary}</td></tr>`)}
</tbody>
</table>
</section>`

const markdown = ({ publicUrl }: Config, described: DescribedService, guides: readonly Guide[]): string =>
  [
    '# Docs',
    LEDE,
    '## Guides',
    bulletList(guides.map(({ path, title, summary }) => `[${title}](${publicUrl}${path}): ${summary}`)),
    ...operationsByTag(described).flatMap(({ title, operations }) => [
      `## ${title}`,
      markdownTable(
        ['Call', 'Credential', 'What it does'],
        operations.map(({ method, path, credential, summary }) => [
          codeSpan(`${method} ${path}`),
          credential,
          summary,
        ]),
      ),
    ]),
    '## Contract',
    bulletList(publishedDocuments(described).map(({ path, summary }) => `${publicUrl}${path}: ${summary}`)),
    '',
  ].join('\n\n')

export const docsPage = (describe: () => DescribedService, guides: readonly Guide[]): DocumentRow<App> => ({
  path: '/docs',
  page: true,
  contract: null,
  markdown: ({ config }) => markdown(config, describe(), guides),
  respond({ config }) {
    const described = describe()
    const groups = operationsByTag(described)
    const mailbox = config.smtpUrl === null && hasPage(described, '/dev/mailbox')
    return page({
      title: 'Docs',
      developer: true,
      styles: ['reference.css'],
      inlineScript: DOCS_SCRIPT,
      share: { path: '/docs', description: LEDE },
      body: html`<h1>Docs</h1>
<p class="lede">${LEDE}</p>
${searchBox()}
<div class="with-contents">
<nav class="contents" aria-label="On this page"><ul>
<li><a href="#guides">Guides</a></li>
<li><a href="#first-key">Get a key</a></li>
${groups.map(({ tag, title }) => html`<li><a href="#${tag}">${title}</a></li>`)}
<li><a href="#every-call">Every call</a></li>
<li><a href="#contract">Contract</a></li>
</ul></nav>
<div>
<section aria-labelledby="guides">
<h2 id="guides">Guides</h2>
${guideCards(guides)}
<p>To run the service as a licensed agency: <a href="/docs/agency">the first day, a policy’s year, and the machine</a>.</p>
<p>Each operation has a page with its fields, errors, and an example: <a href="/docs/api">API reference</a>.</p>
</section>
${firstKey(config, mailbox)}
${groups.map(group)}
${everyCall}
${contract(described)}
</div>
</div>`,
    })
  },
})
