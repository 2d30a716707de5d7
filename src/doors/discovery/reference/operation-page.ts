import { STATUS_CODES } from 'node:http'
import { html, raw } from 'hono/html'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { DOCS_SCRIPT, searchBox } from '../search-box.ts'
import { callTexts, exampleAnswerText } from './calls.ts'
import { fieldsView, type Side } from './fields-view.ts'
import { operationErrors } from './operation-errors.ts'
import {
  type OperationExample,
  type Parameter,
  type Reference,
  type ReferenceGroup,
  type ReferenceOperation,
  referencePath,
} from './operations.ts'
import { fieldTree, type Schema } from './schema-fields.ts'

const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*")(?<colon>\s*:)?|(?<quoted>'[^'\n]*')|\b(?<literal>true|false|null|\d+(?:\.\d+)?)\b|\b(?<word>await|const|curl|from|import)\b/g

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Groups = Readonly<Record<string, string | undefined>>

const marked = (whole: string, { string, colon, quoted, literal, word }: Groups): string => {
  if (string !== undefined && colon !== undefined) return escaped(whole)
  if (string !== undefined || quoted !== undefined) return `<i>${escaped(whole)}</i>`
  if (literal !== undefined) return `<b>${whole}</b>`
  return word === undefined ? escaped(whole) : `<em>${word}</em>`
}

export const highlighted = (code: string): Html => {
  let written = ''
  let at = 0
  for (const match of code.matchAll(TOKEN)) {
    const [whole] = match
    written += escaped(code.slice(at, match.index)) + marked(whole, match.groups ?? {})
    at = match.index + whole.length
  }
  return raw(written + escaped(code.slice(at)))
}

const METHOD_CLASSES: Record<string, string> = { GET: 'info', DELETE: 'danger' }

export const methodBadge = (method: string): Html =>
  html`<span class="badge ${METHOD_CLASSES[method] ?? 'success'}">${method}</span>`

export const operationNav = (groups: readonly ReferenceGroup[], current?: ReferenceOperation): Html => html`
<p class="to-operations"><a href="#operations">All operations</a></p>
<nav id="operations" aria-label="Operations">
${groups.map(
  ({
    tag,
    title,
    operations,
  }) => html`<details${tag === current?.tag ? html` open` : ''}><summary>${title}</summary><ul>
${operations.map(({ id, title: name, method, path }) => html`<li><a href="${referencePath(id)}"${id === current?.id ? html` aria-current="page"` : ''} title="${method} ${path}">${name}</a></li>`)}
</ul></details>`,
)}
</nav>`

const code = (text: string): Html =>
  html`<div class="code"><pre tabindex="0"><code>${highlighted(text)}</code></pre></div>`

const exampleView = (
  operation: ReferenceOperation,
  example: OperationExample,
  { base, number }: { base: string; number: number },
): Html => {
  const calls = callTexts(operation, example, base)
  const { answer, summary } = example
  const id = (at: number) => `call-${number}-${at}`
  const body = html`<fieldset class="tabs"><legend class="hidden">Language: ${summary}</legend>
${calls.map(({ language }, at) => html`<input type="radio" name="call-${number}" id="${id(at)}" value="${language}"${at === 0 ? html` checked` : ''}><label for="${id(at)}">${language}</label>`)}
${calls.map(call => code(call.code))}
</fieldset>
${answer ? html`<h3>Response <span class="soft">${answer.status}</span></h3>${answer.note ? html`<p class="small soft">${answer.note}</p>` : ''}${code(exampleAnswerText(example))}` : ''}`
  return number === 0
    ? html`<p><strong>${summary}</strong></p>${body}`
    : html`<details><summary>${summary}</summary>${body}</details>`
}

const examplesView = (operation: ReferenceOperation, base: string): Html => html`
<section class="examples" aria-labelledby="examples">
<h2 id="examples">Example</h2>
${
  operation.examples.length === 0
    ? html`<p>A browser opens this URL, so there is no call to copy.</p>`
    : operation.examples.map((example, number) => exampleView(operation, example, { base, number }))
}
${operation.tool ? html`<p class="small">MCP server: <code>${operation.tool.server}</code>, tool <code>${operation.tool.name}</code>. <a href="/docs/mcp">Connect it</a></p>` : ''}
</section>`

const parameterList = (title: string, parameters: readonly Parameter[]): Html | string =>
  parameters.length === 0
    ? ''
    : html`<h3>${title}</h3><ul class="fields">
${parameters.map(
  ({ name, required, description, schema }) =>
    html`<li><code>${name}</code> <span>${[schema.type ?? 'string'].flat().join(' or ')}${required ? html` <strong>required</strong>` : ''}</span><p>${description}</p>${schema.enum ? html`<p class="values">${schema.enum.map(value => html`<code>${String(value)}</code> `)}</p>` : ''}</li>`,
)}
</ul>`

type Drawing = { reference: Reference; links: ReadonlySet<string> }

const treeView = ({ reference, links }: Drawing, side: Side, schema: Schema): Html =>
  fieldsView(side, fieldTree(schema, reference.schemas), links)

const requestView = (drawing: Drawing, { parameters, body }: ReferenceOperation): Html => {
  const inPlace = (place: Parameter['in']) => parameters.filter(parameter => parameter.in === place)
  return html`
<section aria-labelledby="request">
<h2 id="request">Request</h2>
${parameterList('Path', inPlace('path'))}
${parameterList('Query', inPlace('query'))}
${parameterList('Headers', inPlace('header'))}
${body ? html`<h3>Body <span class="soft small">${body.type}</span></h3>${treeView(drawing, { at: 'request' }, body.schema)}` : ''}
</section>`
}

const responseView = (drawing: Drawing, { answers, answerHeaders }: ReferenceOperation): Html => html`
<section aria-labelledby="response">
<h2 id="response">Response</h2>
${answers.map(({ status, description }) => html`<p><span class="badge success">${status} ${STATUS_CODES[status]}</span> ${description}</p>`)}
${answers.slice(0, 1).map(({ schema }) => (schema ? treeView(drawing, { at: 'response' }, schema) : ''))}
<h3>Headers</h3>
<ul class="fields">${answerHeaders.map(({ name, description }) => html`<li><code>${name}</code><p>${description}</p></li>`)}</ul>
</section>`

const errorsView = (operation: ReferenceOperation): Html => html`
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
${operation.onFailure ? html`<p>${operation.onFailure}</p>` : ''}
<ul class="fields">
${operationErrors(operation).map(({ status, code: name, message, url }) => html`<li><a href="${url}"><code>${name}</code></a> <span>${status}</span><p>${message}</p></li>`)}
${operation.failures.filter(({ cataloged }) => !cataloged).map(({ status, description }) => html`<li><code>${status}</code><p>${description}</p></li>`)}
</ul>
</section>`

export const operationPage = (operation: ReferenceOperation, base: string, drawing: Drawing) => {
  const { id, title, summary, method, path, description, before, credential } = operation
  return page({
    title,
    developer: true,
    styles: ['reference.css'],
    inlineScript: DOCS_SCRIPT,
    share: { path: referencePath(id), description: summary },
    body: html`<div class="reference">
<div class="reference-nav">
${searchBox()}
${operationNav(drawing.reference.groups, operation)}
</div>
<div class="reference-head">
<p class="small"><a href="/docs/api">API reference</a></p>
<h1>${title}</h1>
<p class="lede">${summary}</p>
<p class="endpoint">${methodBadge(method)} <code>${path}</code></p>
${credential ? html`<p>Credential: ${credential}.</p>` : ''}
${description ? html`<p>${description}</p>` : ''}
${before ? html`<p><strong>Before you call it:</strong> ${before}</p>` : ''}
</div>
${examplesView(operation, base)}
<div class="reference-fields">
${requestView(drawing, operation)}
${responseView(drawing, operation)}
${errorsView(operation)}
</div>
</div>`,
  })
}
