import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import type { AskedAgain, AwaitedAnswer } from '../../../products/line/offers/late-answer.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { writeNote } from '../../../products/line/record/notes.ts'
import { lines } from '../../../products/lines.ts'
import { hidden, postForm } from '../parts/form.ts'
import { table } from '../parts/table.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import type { Customer } from './customer.ts'
import { sectionView } from './section.ts'

const againForm = form({
  reason: line('Why it should be asked again', { missing: 'Enter why the carrier should be asked again.' }),
})

/** The reason can be personal, so it is a note. The audit chain says who asked whom. */
export const askCarrierAgain = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<AskedAgain> => {
  const line = lineOf(uid) ?? fail('not_found')
  const { reason: words } = againForm.take(sent)
  const [item = '', carrier_id = ''] = [sent.get('item') ?? '', sent.get('carrier') ?? '']
  return transact(app, async inside => {
    const asked = await lines[line].markets.askAgain(inside, { uid, item, carrier_id })
    if (asked !== 'asked') return asked
    await writeNote(inside, { uid, words, by: actor, about: `carrier ${carrier_id}` })
    const facts = { carrier: carrier_id, item }
    await noteOnIntake(inside, uid, { actor, event: 'carrier_asked_again', facts })
    return asked
  })
}

const SAID = {
  pending: 'It answers later',
  referred: 'An underwriter looks at it',
} as const

const answerWords = ({ said, words }: AwaitedAnswer): string => {
  if (said === null) return 'Nothing yet'
  return words === null ? SAID[said] : `${SAID[said]}: “${words}”`
}

const askForm = (token: Html, uid: string, { item, carrier_id, name }: AwaitedAnswer & { name: string }) =>
  html`<details><summary>Ask again</summary>${postForm({
    token,
    path: `/desk/book/${uid}/carriers`,
    label: `Ask again: ${name}, ${item}`,
    body: html`${hidden('item', item)}${hidden('carrier', carrier_id)}
${againForm.draw({ within: `again-${item}-${carrier_id}` })}<button class="secondary">Ask again</button>`,
  })}</details>`

export const awaitedSection = (
  { uid, awaited, carrierName }: Customer,
  { token, staff }: { token: Html; staff: Staff },
) => {
  if (awaited.length === 0) return ''
  const mayAsk = mayDo(staff.role, 'retry')
  return sectionView({
    id: 'awaited',
    title: 'Waiting for carriers',
    count: awaited.length,
    body: table('Waiting for carriers', [
      { name: 'Carrier', cells: awaited.map(({ carrier_id }) => carrierName(carrier_id)) },
      { name: 'Answer', cells: awaited.map(answerWords) },
      { name: 'Has time until', cells: awaited.map(({ closes_at }) => moment(closes_at)) },
      {
        name: 'Action',
        cells: awaited.map(one => {
          if (!one.canBeAsked) return 'It sends its answer by itself'
          return mayAsk ? askForm(token, uid, { ...one, name: carrierName(one.carrier_id) }) : '–'
        }),
      },
    ]),
  })
}
