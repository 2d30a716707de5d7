import { html } from 'hono/html'
import type { LabelledRow } from '../../../agency/policies/terms.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { carrierWords } from '../../line/portal/carrier-words.ts'
import { covers, type Meaning } from '../../line/portal/offer-card.ts'
import type { PortalOffer } from './homes.ts'
import { say, sayKnown } from './say.ts'

const LIABILITY =
  'Pays up to this limit if you’re legally responsible for injuring someone or damaging their property. Some causes are excluded.'

const STRUCTURES = 'Covers a detached garage, a shed or a fence after a covered loss, up to this limit.'

const HOME: readonly Meaning[] = [
  ['Dwelling (A)', 'Pays to repair or rebuild your home after a covered loss, up to this limit.'],
  ['Other structures (B)', STRUCTURES],
  [
    'Personal property (C)',
    'Covers belongings, such as furniture and clothes, against the causes of loss that the policy names. Jewelry, cash and some other things have lower limits.',
  ],
  [
    'Loss of use (D)',
    'Pays the extra cost of living elsewhere while a covered loss keeps you out of your home, up to this limit.',
  ],
  ['Personal liability (E)', LIABILITY],
  [
    'Medical payments to others (F)',
    'Pays medical bills of guests who are hurt at your home, up to this limit for each person, no matter whose fault it is.',
  ],
]

/** The ISO dwelling program names liability L and medical payments M (form DL 24 01). */
const RENTED: readonly Meaning[] = [
  ['Dwelling (A)', 'Pays to repair or rebuild the rented home after a covered loss, up to this limit.'],
  ['Other structures (B)', STRUCTURES],
  [
    'Landlord’s furnishings (C)',
    'Covers what you keep in the rented home. It doesn’t cover your tenants’ belongings.',
  ],
  ['Lost rent (D)', 'Pays the rent you lose while a covered loss keeps your tenants out, up to this limit.'],
  ['Personal liability (L)', LIABILITY],
  [
    'Medical payments to others (M)',
    'Pays medical bills of people who are hurt at the rented home, up to this limit for each person, no matter whose fault it is.',
  ],
]

const DEDUCTIBLES: readonly Meaning[] = [
  ['Deductible', 'What you pay yourself before the insurance company pays.'],
  [
    'Hurricane, or wind and hail deductible',
    'A separate deductible for these storms. It replaces the other one.',
  ],
]

const STORM = /^(Hurricane|Wind and hail) deductible/

const meaningOf = (label: string, isLandlord: boolean): string | undefined => {
  const name = STORM.test(label) ? DEDUCTIBLES[1]?.[0] : label
  const all = [...(isLandlord ? RENTED : HOME), ...DEDUCTIBLES]
  const meaning = all.find(([known]) => name?.startsWith(known))?.[1]
  return meaning && sayKnown(meaning)
}

export const coverageList = (
  coverages: readonly LabelledRow[],
  { id, isExplained }: { id: string; isExplained: boolean },
): Html => {
  const isLandlord = coverages.some(({ label }) => label.includes('(L)'))
  return covers(
    coverages.map(({ label, amount }) => ({
      label: carrierWords(label),
      amount: carrierWords(amount),
      meaning: isExplained ? meaningOf(label, isLandlord) : undefined,
    })),
    id,
  )
}

const guide = (
  title: string,
  meanings: readonly Meaning[],
): Html => html`<details class="known"><summary>${title}</summary>
<dl class="card">${meanings.map(([name, meaning]) => html`<dt><strong>${sayKnown(name)}</strong></dt><dd>${sayKnown(meaning)}</dd>`)}</dl>
</details>`

export const coverageGuide = (offers: readonly Pick<PortalOffer, 'policy_form'>[]): Html => {
  const rented = offers.some(({ policy_form }) => policy_form === 'DP-3')
  const lived = offers.some(({ policy_form }) => policy_form !== 'DP-3')
  return html`${lived || !rented ? guide(say('What these coverages mean'), [...HOME, ...DEDUCTIBLES]) : ''}
${rented ? guide(say('What the coverages of a landlord policy mean'), [...RENTED, ...DEDUCTIBLES]) : ''}`
}
