import type { App } from '../../../platform/app.ts'
import { type ActRow, listActsLike } from '../../../platform/audit/act-store.ts'
import { MATTERS } from '../../../platform/audit/acts.ts'
import { type Hold, listHolds } from '../../../platform/audit/hold-store.ts'
import { type Page, type PageAsked, readPage } from '../../../platform/db/after-row.ts'
import { fail } from '../../../platform/errors.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { lineOf } from '../../../platform/lines.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { INCIDENT_REPORTED } from './actions.ts'

const REGISTERED = [
  ...Object.values(MATTERS).flat(),
  INCIDENT_REPORTED,
  'legal_hold_placed',
  'legal_hold_lifted',
  'erased_on_request',
  'erasure_refused:%',
]

export type Register = { holds: Page<Hold>; acts: Page<ActRow>; names: Names }

export const readRegister = async (
  app: App,
  asked: { holds: PageAsked; decisions: PageAsked },
): Promise<Register> => {
  const holds = await listHolds(app.db, asked.holds)
  const acts = await readPage(
    page => listActsLike(app.db, REGISTERED, page),
    asked.decisions,
    ({ act_id }) => act_id,
  )
  const actors = [...holds.shown.map(one => one.placed_by), ...acts.shown.map(({ actor }) => actor)]
  return { holds, acts, names: await namesOf(app, actors) }
}

const MOST_ROWS = 100_000

export const registerCsv = async (app: App): Promise<string> => {
  const acts = await listActsLike(app.db, REGISTERED, { after: null, limit: MOST_ROWS + 1 })
  if (acts.length > MOST_ROWS) fail('conflict', { message: 'The register is too long for one file.' })
  const names = await namesOf(
    app,
    acts.map(({ actor }) => actor),
  )
  return csv([
    ['at', 'on', 'what', 'request', 'line', 'by'],
    ...acts.map(({ at, act, about, actor }) => [
      at.toISOString(),
      dayInZone(app.config.timeZone, at),
      act,
      about,
      lineOf(about),
      names.get(actor) ?? actor,
    ]),
  ])
}
