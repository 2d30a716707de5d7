import { html } from 'hono/html'
import { type CarrierInfo, carrierInfoRows } from '../../../agency/carriers/contract/carrier-info.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { phoneLink } from '../../../platform/pages/service-marks.ts'
import { sayKnown } from '../words/say.ts'

const shown = (name: keyof CarrierInfo, value: string): string | Html => {
  if (name === 'website') return html`<a href="${value}" rel="noreferrer">${new URL(value).host}</a>`
  return name === 'am_best' ? value : phoneLink(value)
}

export const carrierInfoFacts = (info: CarrierInfo | undefined): Html =>
  html`${carrierInfoRows(info).map(({ name, label, value }) => html`<dt>${sayKnown(label)}</dt><dd>${shown(name, value)}</dd>`)}`

export const carrierInfoLine = (info: CarrierInfo | undefined): Html => {
  const rows = carrierInfoRows(info)
  return rows.length === 0
    ? html``
    : html`<p class="soft small">${rows.map(({ name, label, value }, at) => html`${at > 0 ? ' · ' : ''}${sayKnown(label)}: ${shown(name, value)}`)}</p>`
}
