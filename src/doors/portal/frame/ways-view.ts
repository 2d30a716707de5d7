import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import type { OfferedWay } from '../../../products/line/buying/offered-ways.ts'
import { say } from '../words/say.ts'
import { carrierWords } from './carrier-words.ts'

type Ways = {
  name: string
  carrier: string
  ways: readonly OfferedWay[]
  typed: URLSearchParams
  address?: string | undefined
}

export const waysView = ({ name, carrier, ways, typed, address }: Ways): Html => {
  const marked = typed.get(name) ?? ways.find(({ chosen }) => chosen)?.value
  return html`<fieldset><legend>${say('How do you want to pay for your policy from {carrier}?', { carrier })}${address === undefined ? '' : html` <span class="soft small">${address}</span>`}</legend>
${ways.map(
  ({
    value,
    label,
    plan,
    words,
  }) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"${value === marked ? html` checked` : ''}>
<span>${label}${plan === null ? '' : html`: ${carrierWords(plan)}`}<br><span class="soft small">${words.join(' ')}</span></span></label>`,
)}
</fieldset>`
}

export const changeHint = (): Html =>
  html`<p class="soft small">${say('If you choose another way, we show you its amounts before you sign.')}</p>`

export const chosenAnewWords = (choice: string): string =>
  say('You chose “{choice}”. You haven’t signed yet. Check the amounts, then sign.', { choice })
