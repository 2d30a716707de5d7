import { html } from 'hono/html'
import { EXCHANGES_KEPT } from '../../../agency/carriers/endpoint/store.ts'
import { LEGAL_YEARS } from '../../../agency/emails/rules/legal-notices.ts'
import { EMAILS_KEPT } from '../../../agency/emails/store.ts'
import type { App } from '../../../platform/app.ts'
import { isCurrent } from '../../../platform/config/agency.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { agencySlot } from '../../../platform/pages/service-marks.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import { NEVER_SUBMITTED, NOT_BOUND, shortestYears } from '../../../products/line/record/retention.ts'
import { allLines } from '../../../products/lines.ts'
import { bullets, type Legal, legalPage, paragraph, slots, type Text } from './legal-page.ts'
import { say, sayHtml, sayKnown } from './say.ts'

/** States only what the software does and is tested for. The agency states what else it offers. */
const accessibility = (): Legal => ({
  path: '/accessibility',
  title: 'Accessibility',
  description: 'What these pages are built for, what may not work, and how to get help.',
  lede: 'What these pages are built for, what may not work, and how to get help.',
  sections: [
    [
      'built-for',
      'What these pages are built for',
      html`${paragraph('They are built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.')}
${bullets('You can use them with a keyboard alone, and with a screen reader.', 'They fit a phone and a desktop, in light and dark colors. An application can be read with letters twice as large.', 'Applications work without JavaScript. Nothing moves if your device asks for less motion.', 'Applications are in English and Spanish.')}`,
    ],
    [
      'limits',
      'What may not work',
      paragraph(
        'Our binders are tagged PDF files in English. Documents that insurance companies send may not work with a screen reader.',
      ),
    ],
    [
      'help',
      'Get help',
      paragraph('If something doesn’t work for you, {contact}. Tell us which page it was.'),
    ],
  ],
})

const ownText = ({ config }: App, setting: 'AGENCY_PRIVACY_URL' | 'AGENCY_TERMS_URL', url: string | null) => {
  if (url !== null)
    return html`<p>${sayHtml('{agency} publishes its own text: <a>read it here</a>.', { ...slots, a: text => html`<a href="${url}">${text}</a>` })}</p>`
  return html`${paragraph('This page describes what this website does. {agency} may have a text of its own that adds to it. To get it, {contact}.')}
${config.production ? '' : html`<p class="callout info" lang="en">For the agency: set <code>${setting}</code> to the address of your own text, and every page and email links to it.</p>`}`
}

const keptFor = (text: Text, milliseconds: number): string => sayKnown(text, { days: milliseconds / DAY })

const years = Math.min(...allLines.map(({ name }) => shortestYears(name)))

const kept = (): readonly (readonly [what: Text, howLong: string])[] => [
  ['An application that was never submitted', keptFor('{days} days after its last change', NEVER_SUBMITTED)],
  [
    'An application that was submitted but not bought',
    keptFor('{days} days after its last change', NOT_BOUND),
  ],
  ['A policy and its application', sayKnown('{years} years or more after the policy ends', { years })],
  ['Emails about your application', say('As long as the application')],
  ['Emails that bring a code or a link to sign in', keptFor('{days} days', EMAILS_KEPT)],
  [
    'Notices that the law requires, and what insurance companies declined',
    sayKnown('{years} years, even after the application is deleted', { years: LEGAL_YEARS }),
  ],
  ['Messages between us and insurance companies', keptFor('{days} days', EXCHANGES_KEPT)],
  ['What you enter in a calculator', say('Not kept')],
]

const privacy = (app: App): Legal => ({
  path: '/privacy',
  title: 'Privacy',
  description: 'What we collect when you apply for insurance, why, who gets it, and how long we keep it.',
  lede: 'What we collect when you apply for insurance, why we need it, who gets it, and how long we keep it.',
  sections: [
    [
      'who',
      'Who we are',
      html`<p>${agencySlot}</p>${ownText(app, 'AGENCY_PRIVACY_URL', app.config.brand.privacyUrl)}`,
    ],
    [
      'collect',
      'What we collect, and why',
      html`${bullets(
        '<b>Who you are:</b> your name, contact details, and date of birth. Insurance companies use them to price and issue your policy.',
        '<b>What you insure:</b> your home, its condition, and its mortgage lender; or, for umbrella insurance, your household’s drivers, driver’s licenses, vehicles, homes, and an estimate of your net worth.',
        '<b>Your insurance history:</b> current coverage, claims, accidents, and violations.',
        '<b>Documents</b> that you or your agent upload, such as the declarations page of a policy.',
        '<b>What you agreed to:</b> the exact words, the time, and the IP address and browser it came from. This is proof for you and for us.',
      )}
${paragraph('You may have told us yourself. Or a business you work with, or your own assistant, told us for you. The application shows which answers are estimates, and you confirm them before you buy.')}
${paragraph('We don’t take Social Security numbers, card numbers, bank account numbers, or passwords in an application. If someone sends one, we refuse it and store nothing.')}`,
    ],
    [
      'shared',
      'Who gets it',
      html`${bullets(
        '<b>Insurance companies</b> that we ask for quotes, and the one that you buy from. They may check your credit if you authorize it. If one tells us that a report counted against you, we email you a notice that names the report and your rights.',
        '<b>The business or assistant that started your application</b> sees the answers it gave, what’s missing, your quotes, and the policy you buy. For umbrella insurance, it also sees the application that it fills in with you, with only the last characters of driver’s license numbers.',
        '<b>The staff of {agency}</b>, to check documents, record payments, and help you.',
        '<b>People you choose:</b> anyone you share your quotes with sees your first name, your city, and the quotes. Your lender gets proof of insurance if you ask us to send it.',
      )}
${paragraph('We use no advertising and no trackers, and our pages load nothing from other sites. The only cookies keep you signed in, protect forms, and remember your language.')}`,
    ],
    [
      'kept',
      'How long we keep it',
      html`<table class="stacks">
<thead><tr><th scope="col">${say('What')}</th><th scope="col">${say('How long')}</th></tr></thead>
<tbody>
${kept().map(([what, howLong]) => html`<tr><th scope="row">${sayKnown(what)}</th><td>${howLong}</td></tr>`)}
</tbody>
</table>
${paragraph('When we delete an application, we delete its answers, quotes, uploads, and emails. We keep payments, a record of what you agreed to, and, for the time above, legal notices and what insurance companies declined.')}`,
    ],
    [
      'safe',
      'How we protect it',
      paragraph(
        'Personal data is encrypted before it is stored. You sign in with a link or a code that we email you, so there is no password to lose. Each change to an application is recorded in a way that shows if someone tampers with it.',
      ),
    ],
    [
      'rights',
      'What you can do',
      html`${bullets(
        '<b>See and correct</b> your answers in your application, until you sign.',
        '<b>Withdraw</b> your application, or your permission for a credit check, on the last line of each page of your home insurance application, until your policy is bound.',
        '<b>Get paper:</b> to get your documents and legal notices by postal mail, free of charge, use the button on the page of your policy, or {contact}.',
        '<b>Stop emails</b> about applications that others start for you, with the link at the end of each of them.',
        '<b>Ask</b> what we hold about you, or ask us to delete it: {contact}.',
      )}
${paragraph('The law of your state may give you more rights.')}`,
    ],
  ],
})

const licenses = ({ config, clock }: App): Html => {
  const held = (config.licenses ?? []).filter(license => isCurrent(license, clock.now()))
  if (held.length === 0) return html``
  const sorted = held.toSorted((a, b) => a.state.localeCompare(b.state))
  return html`<table class="stacks">
<thead><tr><th scope="col">${say('State')}</th><th scope="col">${say('License')}</th><th scope="col">${say('National Producer Number')}</th></tr></thead>
<tbody>
${sorted.map(({ state, number, npn }) => html`<tr><th scope="row">${stateName(state)}</th><td data-label="${say('License')}">${number}</td><td data-label="${say('National Producer Number')}">${npn}</td></tr>`)}
</tbody>
</table>`
}

const terms = (app: App): Legal => ({
  path: '/terms',
  title: 'Terms',
  description: 'What a quote is, when you buy, when coverage starts, and what an assistant may do for you.',
  lede: 'What a quote is, when you buy something, when coverage starts, and what an assistant may do for you.',
  sections: [
    [
      'who',
      'Who we are',
      html`<p>${agencySlot}</p>
${paragraph('We’re an insurance agency, not an insurance company. The insurance company named on a quote provides the coverage.')}
${licenses(app)}${ownText(app, 'AGENCY_TERMS_URL', app.config.brand.termsUrl)}`,
    ],
    [
      'quotes',
      'Estimates and quotes',
      html`${paragraph('A calculator shows an estimate from public figures. No insurance company is bound by it.')}
${paragraph('A quote is an insurance company’s price for the answers in your application, until the day it expires. If an answer changes or was wrong, the price can change. If it does, we show you the new price, and you decide again.')}`,
    ],
    [
      'buying',
      'When you buy',
      html`${paragraph('You don’t buy anything by applying, by getting quotes, or by choosing one. For homeowners insurance, you buy by signing in your application. For umbrella insurance, you buy by signing on our page, or by authorizing the business or assistant that you work with to order the policy.')}
${paragraph('You sign by typing your name. You can read what you agreed to in your application at any time.')}`,
    ],
    [
      'coverage',
      'When coverage starts',
      paragraph(
        'Coverage starts at the time shown on your binder, and never before the insurance company has accepted the purchase. Until then, keep the coverage you have. Your policy determines what is covered.',
      ),
    ],
    [
      'assistants',
      'Businesses and AI assistants',
      paragraph(
        'A business or an assistant may fill in an application and show you quotes. It must mark what it guessed, and it may not sign for you. For umbrella insurance, it may state to us that you agreed to buy; your binder then says that it did. If something was done in your name that you didn’t want, {contact}.',
      ),
    ],
    [
      'complaints',
      'Complaints',
      paragraph(
        'If something went wrong, {contact}. You can also complain to the insurance department of your state at any time.',
      ),
    ],
    [
      'tests',
      'Tests and demonstrations',
      paragraph(
        'A page, email, or document that says “Sandbox” or “Demonstration, not insurance” isn’t real. It insures no one.',
      ),
    ],
  ],
})

export const legalPages: readonly DocumentRow<App>[] = [
  legalPage('/privacy', privacy),
  legalPage('/terms', terms),
  legalPage('/accessibility', accessibility),
]
