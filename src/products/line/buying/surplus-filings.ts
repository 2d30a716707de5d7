import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import {
  findFilingRow,
  insertFiling,
  listFilingRows,
  listFilingsRecorded,
  type SurplusFilingRow,
  surplusFilings,
} from './surplus-store.ts'

type FilingFacts = {
  search: string | null
  declined: string[]
  search_rule: string | null
  form_rule: string | null
  form_name: string | null
}

export type SurplusFiling = Omit<SurplusFilingRow, 'facts' | 'form'> & FilingFacts & { has_form: boolean }

type Part = 'facts' | 'form'

const opened = ({ sealer }: App, { facts, form, ...row }: SurplusFilingRow): SurplusFiling => ({
  ...row,
  ...sealer.openJson<FilingFacts>(surplusFilings.context('facts', row), facts),
  has_form: form !== null,
})

export const filingFor = async (app: App, order_id: string): Promise<SurplusFiling | null> => {
  const row = await findFilingRow(app.db, order_id)
  return row ? opened(app, row) : null
}

export const filingsOf = async (app: App, uid: string): Promise<SurplusFiling[]> =>
  (await listFilingRows(app.db, uid)).map(row => opened(app, row))

export const filingsRecorded = async (
  app: App,
  recorded: Parameters<typeof listFilingsRecorded>[1],
): Promise<SurplusFiling[]> => (await listFilingsRecorded(app.db, recorded)).map(row => opened(app, row))

type FiledOrder = Pick<SurplusFilingRow, 'uid' | 'order_id'>

export const filedForm = async (app: App, { uid, order_id }: FiledOrder): Promise<Buffer | null> => {
  const row = await findFilingRow(app.db, order_id)
  return row?.form && row.uid === uid
    ? Buffer.from(app.sealer.open(surplusFilings.context('form', { order_id }), row.form), 'base64')
    : null
}

type Filed = { order_id: string; uid: string; facts: FilingFacts; form: Buffer | null; by: string }

export const keepFiling = (app: App, { order_id, uid, facts, form, by }: Filed): Promise<boolean> => {
  assertTransaction(app)
  const seal = (part: Part, text: string): Buffer =>
    app.sealer.seal(surplusFilings.context(part, { order_id }), text)
  return insertFiling(app.db, {
    order_id,
    uid,
    facts: seal('facts', JSON.stringify(facts)),
    form: form && seal('form', form.toString('base64')),
    recorded_by: by,
    recorded_at: app.clock.now(),
  })
}
