import { html } from 'hono/html'
import { catalog, type ErrorCode } from '../../errors.ts'
import type { Html } from '../../pages/frame.ts'
import type { Where } from '../skills/skill.ts'
import { httpText, type WorkedCall } from '../skills/worked-call.ts'

/** How one thing is done, for a person who writes the program that does it. */
export type Guide = {
  path: string
  title: string
  /** One sentence, for lists of guides and at the top. */
  summary: string
  write(where: Where): Html
}

/** Text whose `names` are set as code. */
export const words = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const say = (text: string): Html => html`<p>${words(text)}</p>`

export const code = (text: string): Html => html`<pre><code>${text}</code></pre>`

/** The same worked call as in the skill, which the tests follow. */
export const example = ({ base }: Where, call: WorkedCall): Html => code(httpText(base, call))

/** Words that a person must see as they are. */
export const quote = (text: string): Html =>
  html`<blockquote class="callout info"><p>${text}</p></blockquote>`

const slug = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-')

export const section = (title: string, ...parts: Html[]): Html => html`
<section aria-labelledby="${slug(title)}">
<h2 id="${slug(title)}">${title}</h2>
${parts}
</section>`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Html => html`
<table class="stacks">
<thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(([first = '', ...rest]) => html`<tr><th scope="row">${words(first)}</th>${rest.map(cell => html`<td>${words(cell)}</td>`)}</tr>`)}
</tbody>
</table>`

/** What a code wants from the caller, in the words of the catalog. */
export const errors = (...codes: ErrorCode[]): Html =>
  table(
    ['Code', 'What to do'],
    codes.map(name => [`${catalog[name][0]} \`${name}\``, catalog[name][1]]),
  )

export const sandbox = (inputs: readonly { input: string; sentence: string }[]): Html =>
  section(
    'Rehearse it',
    say(
      'A first call with `sandbox: true` makes a rehearsal: mocked carriers, no mail, nothing real, all the way. What you send decides what happens:',
    ),
    table(
      ['Send', 'What happens'],
      inputs.map(({ input, sentence }) => [input, sentence]),
    ),
  )
