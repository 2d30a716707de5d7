import { html } from 'hono/html'
import { catalog, type ErrorCode } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { operatorMessage } from '../skills/rules.ts'
import type { Where } from '../skills/skill.ts'
import type { WorkedCall } from '../skills/worked-call.ts'
import { shellCall, VALUE_FUNCTION } from './shell-call.ts'

export type Guide = {
  path: string
  title: string
  summary: string
  write(where: Where): Html
}

export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const paragraph = (text: string): Html => html`<p>${withCode(text)}</p>`

export const codeBlock = (text: string): Html => html`<pre><code>${text}</code></pre>`

export const example = ({ base }: Where, call: WorkedCall): Html => codeBlock(shellCall(base, call))

export const beforeExamples = (credential = ''): Html =>
  html`${paragraph(`Paste the examples into \`bash\`, one after the other. ${credential}Each stores its response in \`answer.json\`, and this function reads a value from it:`)}
${codeBlock(VALUE_FUNCTION)}`

export const OPERATOR_CREDENTIAL = 'Set `OPERATOR_KEY` to your credential first. '

export const wordForWord = (text: string): Html =>
  html`<blockquote class="callout info"><p>${text}</p></blockquote>`

export const slug = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-')

export const section = (title: string, ...parts: Html[]): Html => html`
<section aria-labelledby="${slug(title)}">
<h2 id="${slug(title)}">${title}</h2>
${parts}
</section>`

export const htmlTable = (head: readonly string[], rows: readonly (readonly string[])[]): Html => html`
<table class="stacks">
<thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${withCode(first)}</th>${rest.map(cell => html`<td>${withCode(cell)}</td>`)}</tr>`)}
</tbody>
</table>`

export const errors = (codes: readonly ErrorCode[], messageOf = operatorMessage): Html =>
  htmlTable(
    ['Code', 'What to do'],
    codes.map(name => [`${catalog[name][0]} \`${name}\``, messageOf(name)]),
  )

export const afterSaleSection = (person: string, where: string, ...examples: Html[]): Html =>
  section(
    'After the sale',
    paragraph(
      `\`life\` in ${where} says where a policy stands. \`GET /api/agent/policies\` lists all your policies, for example with \`?state=renewal_due\` or \`?ends_before=2027-01-01\`; \`as_of\` shows their terms on any day. To cancel it, change it, or get a copy, send \`POST /api/agent/policies/requests\` with \`uid\`, \`kind\` and \`change\` (or \`details\` in words), and for a cancellation \`wanted_on\`, the first day without coverage. The first call returns a preview. After the ${person}’s yes, send it again with \`request_confirmed: true\`. Nothing changes until the insurance company agrees: \`requests\` has the answer.`,
    ),
    ...examples,
    paragraph(
      `In the 90 days before a policy ends, \`renewal\` appears. Once it is \`offered\`, show the ${person} the price and the reasons. Only if they accept, send a request of kind \`renewal\` that repeats \`details\` of its preview. The policy is renewed once \`life\` is \`renewed\`.`,
    ),
    paragraph(
      'To rehearse a renewal, make a bound sandbox request older: `POST /api/agent/sandbox/clock` with its `uid` and `advance_hours: 7920`, which is 330 days. In the sandbox, the invented carrier agrees to every request at once.',
    ),
  )

export const sandbox = (inputs: readonly { input: string; sentence: string }[]): Html =>
  section(
    'Sandbox inputs',
    paragraph(
      'Send `sandbox: true` with the first call to run the whole flow with mock carriers. No emails are sent and nothing is real. These inputs choose what happens:',
    ),
    htmlTable(
      ['Send', 'What happens'],
      inputs.map(({ input, sentence }) => [input, sentence]),
    ),
  )
