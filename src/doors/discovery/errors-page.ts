import { STATUS_CODES } from 'node:http'
import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { catalog, type ErrorCode, Failure } from '../../platform/errors.ts'
import { errorsPathOf, failureBody } from '../../platform/http/failure-reply.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { page } from '../../platform/pages/frame.ts'
import { problemCatalog } from '../../platform/problem-catalog.ts'
import { operatorMessage, shopperMessage } from './skills/rules.ts'
import { markdownTable } from './skills/skill.ts'

type Group = { status: number; errors: { code: string; message: string }[] }

type Reader = { path: string; lede: string; messageOf: (code: ErrorCode) => string; codes: ErrorCode[] }

const groupsFor = ({ codes, messageOf }: Reader): Group[] =>
  [...new Set(codes.map(code => catalog[code][0]))]
    .sort((a, b) => a - b)
    .map(status => ({
      status,
      errors: codes
        .filter(code => catalog[code][0] === status)
        .map(code => ({ code, message: messageOf(code) })),
    }))

const allCodes = keysOf(catalog)

const name = ({ status }: Group): string => `${status} ${STATUS_CODES[status]}`

const groupSection = (group: Group) => html`
<section aria-labelledby="status-${group.status}">
<h2 id="status-${group.status}">${name(group)}</h2>
<dl class="card entries">
${group.errors.map(({ code, message }) => html`<div id="${code}"><dt><code>${code}</code></dt><dd>${message}</dd></div>`)}
</dl>
</section>`

const example = (publicUrl: string, path: string): string =>
  JSON.stringify(failureBody(new Failure('not_found'), 'req_5Jq8…', publicUrl, path), null, 2)

const ABOUT_FIELDS = 'What is wrong with a field, for programs: fields[].code.'

const problems: [string, string][] = Object.entries(problemCatalog).map(([code, words]) => [
  code,
  words.replaceAll(/\{(\w+)\}/g, '…'),
])

const problemSection = html`
<section aria-labelledby="fields">
<h2 id="fields">fields</h2>
<p>${ABOUT_FIELDS}</p>
<dl class="card entries">
${problems.map(([code, words]) => html`<div id="field-${code}"><dt><code>${code}</code></dt><dd>It ${words}.</dd></div>`)}
</dl>
</section>`

const markdown = ({ lede }: Reader, groups: readonly Group[]): string =>
  [
    '# Errors',
    lede,
    ...groups.flatMap(group => [
      `## ${name(group)}`,
      markdownTable(
        ['Code', 'What to do'],
        group.errors.map(({ code, message }) => [`\`${code}\``, message]),
      ),
    ]),
    '## fields',
    ABOUT_FIELDS,
    markdownTable(
      ['Code', 'Meaning'],
      problems.map(([code, words]) => [`\`${code}\``, `It ${words}.`]),
    ),
    '',
  ].join('\n\n')

const errorsPageFor = (reader: Reader): DocumentRow<App> => {
  const groups = groupsFor(reader)
  return {
    path: reader.path,
    page: true,
    contract: null,
    markdown: () => markdown(reader, groups),
    respond: ({ config }) =>
      page({
        title: 'Errors',
        developer: true,
        body: html`<h1>Errors</h1>
<p class="lede">${reader.lede}</p>
<div class="with-contents">
<nav class="contents" aria-label="Errors by status"><ul>
${groups.map(group => html`<li><a href="#status-${group.status}">${group.status}<span class="wide-only"> ${STATUS_CODES[group.status]}</span></a></li>`)}
<li><a href="#fields">fields</a></li>
</ul></nav>
<div>
<pre><code>${example(config.publicUrl, reader.path)}</code></pre>
<p><code>fields</code> lists what to correct. <code>current_status</code> is present when the request does not fit the current state, and <code>retry_after</code> when waiting helps. With <code>Accept: application/problem+json</code> you get the same details as RFC 9457. When you ask for help, include the <code>request_id</code>.</p>
${groups.map(groupSection)}
${problemSection}
</div>
</div>`,
      }),
  }
}

const OPERATORS_ONLY = /operator|\/api\/agent|\/agent\/|scope|registration|assertion/i

export const codesForShoppers = allCodes.filter(
  code => !OPERATORS_ONLY.test(`${code} ${shopperMessage(code)}`),
)

export const errorsPages: DocumentRow<App>[] = [
  {
    path: errorsPathOf({ surface: 'full' }),
    lede: 'Each error has a code for your program and a message that says what to do next.',
    messageOf: operatorMessage,
    codes: allCodes,
  },
  {
    path: errorsPathOf({ surface: 'consumer' }),
    lede: 'What a shopper’s own assistant can meet. Each error says what to do next.',
    messageOf: shopperMessage,
    codes: codesForShoppers,
  },
].map(errorsPageFor)
