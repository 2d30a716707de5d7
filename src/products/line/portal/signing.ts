import { html } from 'hono/html'
import type { Notice } from '../../../agency/rules/notices.ts'
import {
  answerWordsIn,
  isAnswered,
  type OfferedCoverage,
  offerAnswers,
} from '../../../agency/rules/offered.ts'
import { language } from '../../../platform/language/language.ts'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import type { OfferedWay } from '../buying/offered-ways.ts'
import type { ConsentWords } from '../record/consent.ts'
import { carrierWords } from './carrier-words.ts'
import { say } from './say.ts'
import { errorAt, errorOf } from './screen.ts'

type Filled = { typed: URLSearchParams; errors: readonly FieldError[] }

type Agreement = { name: string; heading: string; intro?: Html; label: string }

export const agreement = (
  { typed, errors }: Filled,
  { words, version }: ConsentWords,
  { name, heading, intro, label }: Agreement,
): Html => {
  const error = errorAt({ errors }, name)
  const isTicked = typed.get(name) === 'yes'
  return html`<section class="card bound sheet" aria-labelledby="${name}-heading">
<h2 id="${name}-heading">${heading}</h2>
${intro ?? ''}
<blockquote class="words" id="${name}-words"><p>${words}</p></blockquote>
<input type="hidden" name="${name}_version" value="${version}">
${error ? html`<p class="error-text small" id="${name}-error">${error}</p>` : ''}
<label class="choice agree"><input type="checkbox" name="${name}" id="${name}" value="yes" aria-describedby="${name}-words${error ? ` ${name}-error` : ''}"${isTicked ? html` checked` : ''}${error ? html` aria-invalid="true"` : ''}><span>${label}</span></label>
</section>`
}

export const isAgreed = (form: URLSearchParams, name: string): boolean => form.get(name) === 'yes'

export const agreedVersion = (form: URLSearchParams, name: string): string =>
  form.get(`${name}_version`) ?? ''

const BOXES = ['disclosures', 'electronic_records', 'credit_check_authorized', 'estimates', 'application']

/** A checked box or a yes must be given again once its text, or what the text is about, has changed. */
export const withoutAgreements = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    [...form].filter(([name, value]) => !BOXES.includes(name) && !(name === 'answer' && value === 'Yes')),
  )

export const withoutSignature = (form: URLSearchParams): URLSearchParams => {
  const kept = withoutAgreements(form)
  kept.delete('signed_name')
  return kept
}

const notRead = (): FieldError =>
  errorOf('disclosures', say('Before you sign'), say('Check the box when you’ve read this and agree.'))

export const notElectronic = (): FieldError =>
  errorOf(
    'electronic_records',
    say('Electronic documents and signature'),
    say('Check the box if you agree. To sign on paper, contact the agency.'),
  )

export const notAgreed = (form: URLSearchParams): FieldError[] =>
  [notRead(), notElectronic()].filter(({ name }) => !isAgreed(form, name ?? ''))

export const noticesView = (notices: readonly Notice[]): Html =>
  notices.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="notices-heading">
<h2 id="notices-heading">${say('Notices')}</h2>
${language() === 'es' ? html`<p class="soft small">Estos avisos están en inglés.</p>` : ''}
<div lang="en">${notices.map(
        ({ title, text, text_es, citation }) => html`<h3>${title}</h3>
<p>${text}</p>
${text_es && language() === 'es' ? html`<p lang="es">${text_es}</p>` : ''}
${citation ? html`<p class="soft small">${citation}</p>` : ''}`,
      )}</div>
</section>`

const offeredName = ({ code }: OfferedCoverage): string => `offered.${code}`

/** Nothing is chosen in advance: a refusal counts only if the person gave it. */
const offeredView = ({ typed, errors }: Signed, offered: readonly OfferedCoverage[]): Html =>
  offered.length === 0
    ? html``
    : html`<section class="card bound sheet" aria-labelledby="offered-heading">
<h2 id="offered-heading">${say('Coverage you can add')}</h2>
<p class="soft">${say('None of it is part of this purchase unless it is listed above. With a yes, the agency contacts you. Your answers are kept with your signature.')}</p>
${offered.map(one =>
  fieldView({
    name: offeredName(one),
    label: one.title[language()],
    hint: one.words[language()],
    texts: [typed.get(offeredName(one)) ?? ''],
    error: errorAt({ errors }, offeredName(one)),
    control: {
      kind: 'radios',
      options: offerAnswers.map(value => ({ value, label: answerWordsIn(value, language()) })),
    },
  }),
)}
</section>`

type Offered = { offered: readonly OfferedCoverage[]; isOfferedRequired: boolean }

export const unansweredOffers = (
  { offered, isOfferedRequired }: Offered,
  typed: URLSearchParams,
): FieldError[] =>
  isOfferedRequired
    ? offered
        .filter(one => !isAnswered(typed.get(offeredName(one)) ?? undefined))
        .map(one => errorOf(offeredName(one), one.title[language()], say('Choose Yes or No.')))
    : []

type Price = {
  annual_price: number
  total_cents: number
  /** What is due to the agency before any other payment. */
  due_cents: number
  start: string | null
}

/** Stays in view while the form is read. */
const summaryView = (
  { typed }: Signed,
  signing: Offered,
  { annual_price, due_cents, start }: Price,
): Html => {
  const answers = unansweredOffers(signing, typed).length
  const boxes = notAgreed(typed).length
  const fact = (label: string, value: string): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`
  return html`<dl class="summary" aria-label="${say('Your purchase')}">
${fact(say('Price'), say('{price} a year', { price: usd(annual_price) }))}
${fact(say('First payment to us'), usdCents(due_cents))}
${fact(say('Start date'), start ? dayWords(start) : say('Not chosen yet'))}
${fact(say('Left to do'), say('{answers, plural, =0 {} one {# answer, } other {# answers, }}{boxes, plural, =0 {} one {# agreement, } other {# agreements, }}your signature', { answers, boxes }))}
</dl>`
}

const buyWords = ({ annual_price, total_cents }: Price): string =>
  total_cents === annual_price * 100
    ? say('Sign and buy for {price} a year', { price: usd(annual_price) })
    : say('Sign and buy for {total} in the first year', { total: usdCents(total_cents) })

type Signing = Offered & {
  token: string
  full_name: string
  disclosures: ConsentWords
  electronicRecords: ConsentWords
}

type Signed = { path: string; token: Html; typed: URLSearchParams; errors: readonly FieldError[] }

/** `first`: what the signature covers besides the application. */
export const signingForm = (
  context: Signed,
  signing: Signing,
  { first, notices, ...price }: Price & { first: Html; notices: readonly Notice[] },
): Html => {
  const { token, full_name, disclosures, electronicRecords, offered } = signing
  return html`<form method="post" action="${context.path}/sign" id="${KEPT_FORM}" novalidate>
${context.token}<input type="hidden" name="token" value="${token}">
${first}
${offeredView(context, offered)}
${noticesView(notices)}
${agreement(context, disclosures, { name: 'disclosures', heading: say('Before you sign'), label: say('I have read this, and my answers are true.') })}
${agreement(context, electronicRecords, { name: 'electronic_records', heading: say('Electronic documents and signature'), label: say('I agree to sign and receive documents electronically.') })}
<section class="card bound sheet signature" aria-labelledby="signature">
<h2 id="signature">${say('Your signature')}</h2>
${fieldView({
  name: 'signed_name',
  label: say('Type your full name: {name}', { name: full_name }),
  hint: say('Typing your name signs the application, just like a signature on paper.'),
  error: errorAt(context, 'signed_name'),
  texts: [context.typed.get('signed_name') ?? ''],
  autocomplete: 'name',
  control: { kind: 'line', required: true },
})}
</section>
<p class="row"><button>${buyWords(price)}</button></p>
${summaryView(context, signing, price)}
</form>`
}

export const notSameName = ({ full_name }: { full_name: string }): string =>
  say('Your signature: type your name as it appears on the application, {name}.', { name: full_name })

export const signatureIn = (typed: URLSearchParams) => ({
  sign_token: typed.get('token') ?? '',
  signed_name: typed.get('signed_name')?.trim() ?? '',
  disclosures_version: agreedVersion(typed, 'disclosures'),
  electronic_records_version: agreedVersion(typed, 'electronic_records'),
  offered: Object.fromEntries(
    [...typed].flatMap(([name, value]) => (name.startsWith('offered.') ? [[name.slice(8), value]] : [])),
  ),
})

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
