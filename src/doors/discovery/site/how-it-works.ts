import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { say, sayKnown } from './say.ts'

type Step = { title: string; text: string; picture: Html }

const sheet = html`<path class="leaf" d="M34 14h40l12 12v56H34Z"/><path class="ink" d="M74 14v12h12M44 38h32M44 50h32M44 62h20"/>`

const steps: readonly Step[] = [
  {
    title: 'Someone starts for you',
    text: 'A business you work with, or your own AI assistant, fills in what it knows and marks what it guessed.',
    picture: html`${sheet}<circle class="cloth" cx="92" cy="66" r="20"/><path class="on-cloth" d="M83 66l6 7 12-14"/>`,
  },
  {
    title: 'Insurance companies quote',
    text: 'You see prices side by side, what each one covers, and why it costs what it does.',
    picture: html`<path class="leaf" d="M16 30h28v50H16ZM76 36h28v44H76Z"/><path class="cloth" d="M46 18h28v64H46Z"/><path class="ink" d="M22 42h16M22 52h16M82 48h16M82 58h16"/><path class="on-cloth" d="M53 34h14M53 46h14M53 58h9"/>`,
  },
  {
    title: 'You decide',
    text: 'Check the answers, choose a quote, and agree to buy it. Nothing is bought before that.',
    picture: html`<path class="cloth" d="M60 10 96 22v26c0 20-15 31-36 38-21-7-36-18-36-38V22Z"/><path class="on-cloth" d="M44 50c6-12 10-12 9-2s6 8 9 0 6-6 7 0 4 4 9 1"/>`,
  },
]

const stepView = ({ title, text, picture }: Step): Html => html`<li>
<svg viewBox="0 0 120 96" width="120" height="96" aria-hidden="true" focusable="false">${picture}</svg>
<h3>${sayKnown(title)}</h3>
<p>${sayKnown(text)}</p>
</li>`

export const howItWorks = (): Html => html`
<section aria-labelledby="how">
<h2 id="how">${say('How it works')}</h2>
<ol class="how">
${steps.map(stepView)}
</ol>
</section>`

export const howInMarkdown: readonly string[] = steps.map(({ title, text }) => `**${title}.** ${text}`)
