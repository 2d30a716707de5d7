import { html } from 'hono/html'
import { type Agency, agencyLine, type LicensedPlace } from '../config/agency.ts'
import { safeName } from './rules/safe-name.ts'

export type Email = {
  to: string
  subject: string
  paragraphs: string[]
  code?: string
  link?: { label: string; url: string }
  reason: string
  /** Where the application's risks are: the email then shows the agency's licenses there. */
  places?: readonly LicensedPlace[]
}

/** What every email of a service carries: who sends it, and a mark if its carriers are invented. */
export type Letterhead = { agency: Agency; mark: string | null }

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const longDate = (day: Date | string): string => LONG_DATE.format(new Date(day))

export const greeting = (firstName: string): string => {
  const name = safeName(firstName)
  return name === null || /\p{N}/u.test(name) ? 'Hello,' : `Hello ${name},`
}

export const referrer = (name: string | null, otherwise = 'a business you work with'): string =>
  safeName(name) ?? otherwise

export const emailText = ({ paragraphs, code, link, reason }: Email, { agency, mark }: Letterhead): string =>
  [
    ...(mark === null ? [] : [mark]),
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `--\n${reason}`,
    agencyLine(agency),
  ].join('\n\n')

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Email readers drop style sheets, so the styles are inline.
export const emailHtml = (
  { subject, paragraphs, code, link, reason }: Email,
  { agency, mark }: Letterhead,
): string =>
  String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;background:#f4f1ea;${FONT};color:#1f2a30;font-size:16px;line-height:1.5">
<div style="max-width:34em;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:700;color:#14594b">${agency.name}</p>
${mark === null ? '' : html`<p style="margin:0 0 16px;padding:8px 12px;background:#fdecea;color:#b3261e;font-weight:700">${mark}</p>`}
${paragraphs.map(text => html`<p style="margin:0 0 16px">${text}</p>\n`)}
${code ? html`<p style="margin:0 0 16px;padding:16px;background:#fff;border:1px solid #d9d2c3;border-radius:8px;font:700 28px/1 ui-monospace,Menlo,monospace;letter-spacing:.2em;text-align:center">${code}</p>` : ''}
${link ? html`<p style="margin:0 0 16px"><a href="${link.url}" style="display:inline-block;padding:12px 20px;background:#14594b;color:#fff;border-radius:8px;text-decoration:none">${link.label}</a></p>` : ''}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d2c3;font-size:14px;color:#55616a">${reason}</p>
<p style="margin:8px 0 0;font-size:14px;color:#55616a">${agencyLine(agency)}</p>
</div>
</body>
</html>
`)
