import { html } from 'hono/html'
import { curlLine } from '../../../platform/pages/first-key.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { say, sayHtml, sayKnown } from '../say.ts'
import type { CalculatorResponse } from '../schemas.ts'
import type { Form } from './form.ts'
import { inWords } from './form-words.ts'

export type Drawn = { verdict: string; because: string; body: Html }

type NextStep = { label: string; href: string }

type Call = { url: string; input: unknown }
type Shown = {
  form: Form
  answer: CalculatorResponse<string, unknown, unknown>
  drawn: Drawn
  link: string
  next: readonly NextStep[]
  call: Call
}

const basis = ({ form, answer: { assumptions, sources, as_of } }: Shown) => html`
<h3>${say('What we assumed')}</h3>
<ul class="small">
${assumptions.map(assumption => html`<li>${inWords(form, sayKnown(assumption))}</li>`)}
</ul>
<details><summary>${say('Sources')}</summary>
<p class="small">${sayHtml('Tables as of {day}:', { day: html`<time datetime="${as_of}">${dayWords(as_of)}</time>` })}</p>
<ul class="small">
${sources.map(({ name, year }) => html`<li>${sayKnown(name)}, ${year}</li>`)}
</ul>
</details>`

const nextSteps = ({ next }: Shown) => html`<h3>${say('What’s next')}</h3>
<ul>
<li>${sayHtml('Want real quotes? Ask your agent or assistant to start an application with us, or {contact}.', { contact: contactSlot })}</li>
${next.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
</ul>`

export const answerView = (shown: Shown): Html => {
  const { answer, drawn, link, call } = shown
  return html`
<section class="card bound" aria-labelledby="answer">
<h2 id="answer" class="figure" tabindex="-1" autofocus>${drawn.verdict}</h2>
<p class="lede">${drawn.because}</p>
${drawn.body}
${nextSteps(shown)}
${basis(shown)}
<details><summary>${say('Get this from the API')}</summary>
<pre><code>${curlLine({ url: call.url, body: call.input })}</code></pre>
<p class="small"><a href="/docs#first-key">${say('Get a key')}</a></p>
</details>
<p class="small"><a href="${link}">${say('Link to this calculation')}</a></p>
<p class="callout info small">${sayKnown(answer.disclaimer)}</p>
</section>`
}
