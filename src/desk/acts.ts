import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { fail } from '../errors.ts'
import { assertTransaction } from '../http/transact.ts'
import { timeOrderedId } from '../lib/ids.ts'
import type { Html } from '../pages/frame.ts'
import { type ActRow, insertAct, listActs } from './act-store.ts'
import { moment } from './cards.ts'

const context = (actId: string): string => `staff_acts/${actId}`

export const sealedActNote: SealedColumn = {
  table: 'staff_acts',
  key: ['act_id'],
  column: 'note',
  context: ({ act_id }: { act_id: string }) => context(act_id),
}

export type Act = Omit<ActRow, 'note' | 'act_id'> & { note: string | null }

type NewAct = { about: string; act: string; actor: string; note: string | null }

/** Sealed and anchored like an audit chain, for what does not belong to one application. */
export const recordAct = async (app: App, { note, ...act }: NewAct): Promise<void> => {
  assertTransaction(app)
  const at = app.clock.now()
  const act_id = timeOrderedId(app.random, 'act', at)
  await insertAct(app.db, {
    ...act,
    act_id,
    at,
    note: note === null ? null : app.sealer.seal(context(act_id), note),
  })
}

const SHOWN = 50

export const actsAbout = async (app: App, about: string): Promise<Act[]> =>
  (await listActs(app.db, about, SHOWN)).map(({ act_id, note, ...row }) => ({
    ...row,
    note: note && app.sealer.open(context(act_id), note),
  }))

const LONGEST = 300

/** One line of what staff typed. Empty text is refused with `missing`, or is null without it. */
export const typedLine = (form: URLSearchParams, name: string, missing?: string): string | null => {
  const text = (form.get(name) ?? '').trim()
  if (text === '') return missing === undefined ? null : fail('invalid_request', { message: missing })
  if (text.length > LONGEST || /\p{C}/u.test(text))
    fail('invalid_request', { message: `Enter one line of at most ${LONGEST} characters.` })
  return text
}

export const actsView = (acts: readonly Act[]): Html =>
  acts.length === 0
    ? html`<p class="soft">Nothing was decided yet.</p>`
    : html`<table class="stacks">
<caption class="hidden">History</caption>
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Why</th></tr></thead>
<tbody>${acts.map(
        ({ at, act, actor, note }) =>
          html`<tr><td>${moment(at)}</td><td data-label="What">${act}</td><td data-label="Who"><code>${actor}</code></td><td data-label="Why">${note ?? '–'}</td></tr>`,
      )}</tbody></table>`
