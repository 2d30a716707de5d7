import { html } from 'hono/html'
import { choice, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { ProducerLicense } from '../../../platform/key/acts.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { stateCode, stateName, stateNames } from '../../../platform/values/us-states.ts'
import { hidden, postForm } from './form.ts'
import { table } from './table.ts'

const KINDS = [
  { value: 'license', label: 'License' },
  { value: 'exemption', label: 'Exemption' },
] as const

const states = [
  { value: '', label: 'Choose' },
  ...stateNames.map(label => ({ value: stateCode(label) ?? '', label })),
]

const licenseForm = form({
  kind: choice('Kind', KINDS),
  state: choice('State', states),
  number: line('Number', { most: 60, hint: 'For an exemption, the rule it rests on.' }),
  expires: day('Last day on which it counts'),
})

const isSame = (one: ProducerLicense, other: Pick<ProducerLicense, 'state' | 'number'>): boolean =>
  one.state === other.state && one.number === other.number

/** What the form adds or takes away. A license that is entered again replaces the earlier entry. */
export const licensesAfter = (
  licenses: readonly ProducerLicense[],
  sent: URLSearchParams,
): ProducerLicense[] => {
  if (sent.get('act') === 'remove') {
    const gone = { state: sent.get('state') ?? '', number: sent.get('number') ?? '' }
    return licenses.filter(one => !isSame(one, gone))
  }
  const added = licenseForm.take(sent)
  return [...licenses.filter(one => !isSame(one, added)), added].toSorted((a, b) =>
    a.state.localeCompare(b.state),
  )
}

type View = { licenses: readonly ProducerLicense[]; today: string; path: string; token: Html | null }

const removeButton = (path: string, token: Html, { state, number }: ProducerLicense): Html =>
  postForm({
    token,
    path,
    label: `Remove ${stateName(state)}`,
    body: html`${hidden('state', state)}${hidden('number', number)}<button name="act" value="remove" class="secondary">Remove</button>`,
  })

/** `token`: of who may change them. Null: read only. */
export const licensesView = ({ licenses, today, path, token }: View): Html => html`
${
  licenses.length === 0
    ? html`<p class="soft">None on record.</p>`
    : table('Licenses and exemptions', [
        { name: 'State', cells: licenses.map(({ state }) => stateName(state)) },
        {
          name: 'Kind',
          cells: licenses.map(({ kind }) => KINDS.find(({ value }) => value === kind)?.label ?? ''),
        },
        { name: 'Number', isTyped: true, cells: licenses.map(({ number }) => number) },
        {
          name: 'Counts until',
          cells: licenses.map(({ expires }) =>
            expires < today
              ? html`<span class="badge warning">Expired ${dayWords(expires)}</span>`
              : dayWords(expires),
          ),
        },
        ...(token
          ? [
              {
                name: 'Remove',
                isAction: true as const,
                cells: licenses.map(one => removeButton(path, token, one)),
              },
            ]
          : []),
      ])
}
${
  token
    ? html`<details><summary>Add a license or an exemption</summary>
${postForm({
  token,
  path,
  label: 'Add a license or an exemption',
  body: html`${licenseForm.draw({ within: 'license' })}<button name="act" value="add">Add</button>`,
})}</details>`
    : ''
}`
