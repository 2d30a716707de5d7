import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

const COVERAGES: readonly (readonly [name: string, meaning: string])[] = [
  ['Dwelling (A)', 'Pays to repair or rebuild your home.'],
  ['Other structures (B)', 'Covers a detached garage, a shed or a fence.'],
  ['Personal property (C)', 'Covers your belongings, such as furniture and clothes.'],
  ['Loss of use (D)', 'Pays for living elsewhere while your home is being repaired.'],
  ['Personal liability (E)', 'Pays if you’re responsible for injuring someone or damaging their property.'],
  ['Medical payments to others (F)', 'Pays small medical bills of guests who are hurt at your home.'],
  ['Deductible', 'What you pay yourself before the insurance company pays.'],
]

export const coverageGuide: Html = html`<details class="known"><summary>What these coverages mean</summary>
<dl class="card">${COVERAGES.map(([name, meaning]) => html`<dt><strong>${name}</strong></dt><dd>${meaning}</dd>`)}</dl>
</details>`
