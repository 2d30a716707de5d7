import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { EXCHANGES_KEPT } from '../../carriers/endpoint/store.ts'
import { isCurrent } from '../../config/agency.ts'
import { EMAILS_KEPT } from '../../emails/store.ts'
import type { Document, DocumentRow } from '../../http/pages/document.ts'
import { DAY } from '../../lib/clock.ts'
import { stateName } from '../../line/fields/us-states.ts'
import { NEVER_SUBMITTED, NOT_BOUND } from '../../line/record/retention.ts'
import { type Html, page } from '../../pages/frame.ts'
import { agencyNameSlot, agencySlot, contactSlot } from '../../pages/service-marks.ts'

const days = (milliseconds: number): string => `${milliseconds / DAY} days`

type Section = readonly [id: string, title: string, body: Html]

type Legal = { path: string; title: string; lede: Html; description: string; sections: readonly Section[] }

const sectionView = ([id, title, body]: Section): Html => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
</section>`

const show = ({ path, title, lede, description, sections }: Legal): Promise<Document> =>
  page({
    title,
    share: { path, description },
    body: html`<h1>${title}</h1>
<p class="lede">${lede}</p>
<div class="with-contents">
<nav class="contents" aria-label="On this page"><ul>
${sections.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
</ul></nav>
<div class="narrow">
${sections.map(sectionView)}
</div>
</div>`,
  })

/** We describe what the software does. What the agency promises beyond that is its own to say. */
const ownText = ({ config }: App, setting: 'AGENCY_PRIVACY_URL' | 'AGENCY_TERMS_URL', url: string | null) => {
  if (url !== null)
    return html`<p>${agencyNameSlot} publishes its own text: <a href="${url}">read it here</a>.</p>`
  return html`<p>This page describes what this website does. ${agencyNameSlot} may have a text of its own that adds to it. To get it, ${contactSlot}.</p>
${config.production ? '' : html`<p class="callout info">For the agency: set <code>${setting}</code> to the address of your own text, and every page and email links to it.</p>`}`
}

const privacy = (app: App): Legal => ({
  path: '/privacy',
  title: 'Privacy',
  description: 'What we collect when you apply for insurance, why, who gets it, and how long we keep it.',
  lede: html`What we collect when you apply for insurance, why we need it, who gets it, and how long we keep it.`,
  sections: [
    [
      'who',
      'Who we are',
      html`<p>${agencySlot}</p>${ownText(app, 'AGENCY_PRIVACY_URL', app.config.brand.privacyUrl)}`,
    ],
    [
      'collect',
      'What we collect, and why',
      html`<ul>
<li><strong>Who you are:</strong> your name, contact details, and date of birth. Insurance companies use them to price and issue your policy.</li>
<li><strong>What you insure:</strong> your home, its condition, and its mortgage lender; or, for umbrella insurance, your household’s drivers, driver’s licenses, vehicles, homes, and an estimate of your net worth.</li>
<li><strong>Your insurance history:</strong> current coverage, claims, accidents, and violations.</li>
<li><strong>Documents</strong> that you or your agent upload, such as the declarations page of a policy.</li>
<li><strong>What you agreed to:</strong> the exact words, the time, and the IP address and browser it came from. This is proof for you and for us.</li>
</ul>
<p>You may have told us yourself. Or a business you work with, or your own assistant, told us for you. The application shows which answers are estimates, and you confirm them before you buy.</p>
<p>We don’t take Social Security numbers, card numbers, bank account numbers, or passwords in an application. If someone sends one, we refuse it and store nothing.</p>`,
    ],
    [
      'shared',
      'Who gets it',
      html`<ul>
<li><strong>Insurance companies</strong> that we ask for quotes, and the one that you buy from. They may check your credit if you authorize it. If one tells us that a report counted against you, we email you a notice that names the report and your rights.</li>
<li><strong>The business or assistant that started your application</strong> sees the answers it gave, what’s missing, your quotes, and the policy you buy. For umbrella insurance, it also sees the application that it fills in with you, with only the last characters of driver’s license numbers.</li>
<li><strong>The staff of ${agencyNameSlot}</strong>, to check documents, record payments, and help you.</li>
<li><strong>People you choose:</strong> anyone you share your quotes with sees your first name, your city, and the quotes. Your lender gets proof of insurance if you ask us to send it.</li>
</ul>
<p>We use no advertising and no trackers, and our pages load nothing from other sites. The only cookies keep you signed in, protect forms and remember your language.</p>`,
    ],
    [
      'kept',
      'How long we keep it',
      html`<table class="stacks">
<thead><tr><th scope="col">What</th><th scope="col">How long</th></tr></thead>
<tbody>
<tr><th scope="row">An application that was never submitted</th><td>${days(NEVER_SUBMITTED)} after its last change</td></tr>
<tr><th scope="row">An application that was submitted but not bought</th><td>${days(NOT_BOUND)} after its last change</td></tr>
<tr><th scope="row">A policy and its application</th><td>We don’t delete it automatically</td></tr>
<tr><th scope="row">Emails we sent you</th><td>${days(EMAILS_KEPT)}</td></tr>
<tr><th scope="row">Messages between us and insurance companies</th><td>${days(EXCHANGES_KEPT)}</td></tr>
<tr><th scope="row">What you enter in a calculator</th><td>Not kept</td></tr>
</tbody>
</table>
<p>When we delete an application, we delete its answers, quotes, uploads, and emails. A record that you agreed to something, and payments, stay.</p>`,
    ],
    [
      'safe',
      'How we protect it',
      html`<p>Personal data is encrypted before it is stored. You sign in with a link or a code that we email you, so there is no password to lose. Each change to an application is recorded in a way that shows if someone tampers with it.</p>`,
    ],
    [
      'rights',
      'What you can do',
      html`<ul>
<li><strong>See and correct</strong> your answers in your application, until you sign.</li>
<li><strong>Withdraw</strong> your application, or your permission for a credit check, on the last line of each page of your home insurance application.</li>
<li><strong>Ask</strong> what we hold about you, or ask us to delete it: ${contactSlot}.</li>
</ul>
<p>The law of your state may give you more rights.</p>`,
    ],
  ],
})

const licenses = ({ config, clock }: App): Html => {
  const held = (config.licenses ?? []).filter(license => isCurrent(license, clock.now()))
  if (held.length === 0) return html``
  const sorted = held.toSorted((a, b) => a.state.localeCompare(b.state))
  return html`<table class="stacks">
<thead><tr><th scope="col">State</th><th scope="col">License</th><th scope="col">National Producer Number</th></tr></thead>
<tbody>
${sorted.map(({ state, number, npn }) => html`<tr><th scope="row">${stateName(state)}</th><td data-label="License">${number}</td><td data-label="National Producer Number">${npn}</td></tr>`)}
</tbody>
</table>`
}

const terms = (app: App): Legal => ({
  path: '/terms',
  title: 'Terms',
  description: 'What a quote is, when you buy, when coverage starts, and what an assistant may do for you.',
  lede: html`What a quote is, when you buy something, when coverage starts, and what an assistant may do for you.`,
  sections: [
    [
      'who',
      'Who we are',
      html`<p>${agencySlot}</p>
<p>We’re an insurance agency, not an insurance company. The insurance company named on a quote provides the coverage.</p>
${licenses(app)}${ownText(app, 'AGENCY_TERMS_URL', app.config.brand.termsUrl)}`,
    ],
    [
      'quotes',
      'Estimates and quotes',
      html`<p>A calculator shows an estimate from public figures. No insurance company is bound by it.</p>
<p>A quote is an insurance company’s price for the answers in your application, until the day it expires. If an answer changes or was wrong, the price can change. We show you a changed price, and you decide again.</p>`,
    ],
    [
      'buying',
      'When you buy',
      html`<p>You don’t buy anything by applying, by getting quotes, or by choosing one. For homeowners insurance, you buy by signing in your application. For umbrella insurance, you buy when you sign, or when you tell the business or assistant that you work with to buy, and it confirms that to us.</p>
<p>You sign by typing your name. You can read what you agreed to in your application at any time.</p>`,
    ],
    [
      'coverage',
      'When coverage starts',
      html`<p>Coverage starts at the moment on your binder, and never before the insurance company has accepted the purchase. Until then, keep the coverage you have. Your policy decides what is covered.</p>`,
    ],
    [
      'assistants',
      'Businesses and AI assistants',
      html`<p>A business or an assistant may fill in an application and show you quotes. It must mark what it guessed, and it may not sign for you. If something was done in your name that you didn’t want, ${contactSlot}.</p>`,
    ],
    [
      'tests',
      'Tests and demonstrations',
      html`<p>A page, email, or document that says “Sandbox” or “Demonstration, not insurance” is about nothing real. It insures no one.</p>`,
    ],
  ],
})

const legalPage = (path: string, write: (app: App) => Legal): DocumentRow<App> => ({
  path,
  page: true,
  contract: null,
  respond: app => show(write(app)),
})

export const legalPages: readonly DocumentRow<App>[] = [
  legalPage('/privacy', privacy),
  legalPage('/terms', terms),
]
