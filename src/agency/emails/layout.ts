import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { type Agency, agencyLine, type LicensedPlace } from '../../platform/config/agency.ts'
import { type Language, language, speaking } from '../../platform/language/language.ts'
import { speaker } from '../../platform/language/say.ts'
import { capitalized } from '../../platform/lib/name-words.ts'
import { safeName } from '../../platform/values/safe-name.ts'
import spanish from './es.json' with { type: 'json' }
import type { EmailPurpose } from './rules/limits.ts'

export const { say, sayHtml, sayKnown } = speaker(spanish)

export type EmailFact = readonly [label: string, value: string]

export type Email = {
  to: string
  subject: string
  paragraphs: string[]
  facts?: readonly EmailFact[]
  code?: string
  /** When the code expires. From then on the email is not sent, because it would only confuse. */
  expiresAt?: Date
  link?: { label: string; url: string }
  reason: string
  /** Where the application's risks are: the email then shows the agency's licenses there. */
  places?: readonly LicensedPlace[]
  language?: Language
}

export type Letterhead = {
  agency: Agency
  color: string
  logo: { width: number; height: number; wordmark: boolean } | null
  privacyUrl: string
  /** Where the reader can stop such emails. Null: they must get them. */
  stopUrl: string | null
  mark: string | null
}

export const LOGO_CID = 'logo'

export const writtenIn = (preferred: Language | undefined, write: () => Email): Email =>
  preferred === undefined ? write() : { ...speaking(preferred, write), language: preferred }

export const greeting = (firstName: string): string => {
  const name = safeName(firstName)
  return name === null || /\p{N}/u.test(name) ? say('Hello,') : say('Hello {name},', { name })
}

export const referrer = (name: string | null, otherwise = say('a business you work with')): string =>
  sayKnown(safeName(name) ?? otherwise)

export type Requester = { referredBy: string | null; isOurs?: boolean }

export const requester = ({ referredBy, isOurs = false }: Requester): string =>
  isOurs ? say('our agency') : referrer(referredBy)

export const askedBy = (referredBy: string | null): EmailFact => [
  say('Requested by'),
  capitalized(referrer(referredBy)),
]

export const emailText = (
  { paragraphs, facts = [], code, link, reason }: Email,
  { agency, privacyUrl, stopUrl, mark }: Letterhead,
): string =>
  [
    agency.name,
    ...(mark === null ? [] : [mark]),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(code ? [`    ${code}`] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `--\n${reason}`,
    ...(stopUrl === null
      ? []
      : [`${say('Stop emails about applications that others start for you')}:\n${stopUrl}`]),
    `${agencyLine(agency)}\n${say('Privacy')}: ${privacyUrl}`,
  ].join('\n\n')

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = 'color:#1f2a30'
const LOGO_HEIGHT = 40

const header = ({ agency: { name }, logo }: Letterhead) => {
  if (logo === null) return html`${name}`
  const width = Math.round((LOGO_HEIGHT * logo.width) / logo.height)
  const image = html`<img src="cid:${LOGO_CID}" alt="${logo.wordmark ? name : ''}" width="${width}" height="${LOGO_HEIGHT}" style="padding:4px;background:#fff;border-radius:4px;vertical-align:middle">`
  return logo.wordmark ? image : html`${image}&nbsp; ${name}`
}

const factsTable = (
  facts: readonly EmailFact[],
) => html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse;background:#f8f4eb;${INK};font-size:15px">
${facts.map(
  ([label, value]) =>
    html`<tr><td style="padding:8px 12px;width:34%;color:#55616a;vertical-align:top;border-bottom:1px solid #e6dfd0">${label}</td><td style="padding:8px 12px;font-weight:600;vertical-align:top;border-bottom:1px solid #e6dfd0">${value}</td></tr>\n`,
)}</table>`

const footer = ({ agency: { name, address, phone, license }, privacyUrl, stopUrl }: Letterhead) => {
  const lines = [address, phone, license && say('License {license}', { license })].filter(Boolean)
  return html`<p style="margin:0"><strong>${name}</strong>${lines.map(line => html`<br>${line}`)}</p>
<p style="margin:8px 0 0"><a href="${privacyUrl}" style="color:#55616a">${say('Privacy')}</a></p>${stopUrl === null ? '' : html`<p style="margin:8px 0 0"><a href="${stopUrl}" style="color:#55616a">${say('Stop emails about applications that others start for you')}</a></p>`}`
}

/** In dark mode some readers drop the body's style and write in white: what has a background names its color too. */
export const emailHtml = (
  { subject, paragraphs, facts = [], code, link, reason }: Email,
  letterhead: Letterhead,
): string => {
  const { color, mark } = letterhead
  return String(html`<!doctype html>
<html lang="${language()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f0eadc;${FONT};${INK};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fff;${FONT};${INK};font-size:16px;line-height:1.5;text-align:left">
<tr><td style="padding:16px 24px;background:${color};color:#fbf7ec;font-size:19px;font-weight:700">${header(letterhead)}</td></tr>
<tr><td style="padding:24px">
${mark === null ? '' : html`<p style="margin:0 0 16px;padding:8px 12px;background:#fbefd3;color:#7a4a00;font-size:15px;font-weight:700">${mark}</p>`}
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${subject}</h1>
${paragraphs.map(text => html`<p style="margin:0 0 16px">${text}</p>\n`)}
${facts.length > 0 ? factsTable(facts) : ''}
${code ? html`<p style="margin:0 0 16px;padding:16px;background:#f8f4eb;${INK};border:1px solid #d9d2c3;border-radius:8px;font:700 28px/1 ui-monospace,Menlo,monospace;letter-spacing:.2em;text-align:center">${code}</p>` : ''}
${link ? html`<p style="margin:0 0 8px"><a href="${link.url}" style="display:inline-block;padding:12px 24px;background:${color};color:#fbf7ec;border-radius:6px;font-weight:600;text-decoration:none">${link.label}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 24px;background:#f8f4eb;border-top:1px solid #d9d2c3;font-size:14px;color:#55616a">
<p style="margin:0 0 12px">${reason}</p>
${footer(letterhead)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`)
}

/** The law gives these words in English. */
export const englishNotices = (texts: readonly string[]): string[] =>
  texts.length > 0 && language() !== 'en' ? [say('These notices are in English.'), ...texts] : [...texts]

export type Notice = {
  purpose: EmailPurpose
  email(to: string, who: { firstName: string; isOther?: boolean }): Email
  others?: readonly string[]
  to?: string
}

export type Tell = (app: App, uid: string, notice: Notice) => Promise<void>
