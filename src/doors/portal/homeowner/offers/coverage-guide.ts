import { html } from 'hono/html'
import type { LabelledRow } from '../../../../agency/policies/terms.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import type { PortalOffer } from '../../../../products/homeowners/portal/homes.ts'
import { carrierWords } from '../../frame/carrier-words.ts'
import { covers } from '../../frame/offer-card.ts'
import type { Meaning } from '../../frame/term.ts'
import { say, sayKnown } from '../../words/say.ts'

const LIABILITY = 'Pays if you’re responsible for injuring someone or damaging their property.'

const HOME: readonly Meaning[] = [
  ['Dwelling (A)', 'Pays to repair or rebuild your home.'],
  ['Other structures (B)', 'Covers a detached garage, a shed or a fence.'],
  ['Personal property (C)', 'Covers your belongings, such as furniture and clothes.'],
  ['Loss of use (D)', 'Pays for living elsewhere while your home is being repaired.'],
  ['Personal liability (E)', LIABILITY],
  ['Medical payments to others (F)', 'Pays small medical bills for guests who are hurt at your home.'],
]

/** The ISO dwelling program names liability L and medical payments M (form DL 24 01). */
const RENTED: readonly Meaning[] = [
  ['Dwelling (A)', 'Pays to repair or rebuild the rented home.'],
  ['Other structures (B)', 'Covers a detached garage, a shed or a fence.'],
  [
    'Landlord’s furnishings (C)',
    'Covers what you keep in the rented home. It doesn’t cover your tenants’ belongings.',
  ],
  ['Lost rent (D)', 'Pays the rent you lose while the home is being repaired.'],
  ['Personal liability (L)', LIABILITY],
  ['Medical payments to others (M)', 'Pays small medical bills for people who are hurt at the rented home.'],
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
