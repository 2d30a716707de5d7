import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTHING_READ } from '../../../src/agency/policies/declarations/compare.ts'
import { receivePage } from '../../../src/agency/policies/declarations/pages.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { keepDeclarations } from '../../../src/agency/policies/policy-documents.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { dayOf, HOUR, later } from '../../../src/platform/lib/clock.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { homeownersIntakes } from '../../../src/products/homeowners/intake/writer.ts'
import { keepFiling } from '../../../src/products/line/buying/surplus-filings.ts'
import {
  answerQuestion,
  askPerson,
  claimTask,
  createTask,
  taskInHand,
} from '../../../src/products/line/tasks/tasks.ts'
import { query } from '../database/database.ts'
import { STAFF } from '../people/desk.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'

export const HARBOR = {
  kind: 'desk',
  id: 'harbor',
  name: 'Harbor Mutual',
  naic: '12345',
  address: '1 Harbor Way, Columbus, OH 43215',
  portal_url: 'https://agents.harbor.example/#/login',
  expected_hours: 24,
  instructions: 'Choose “Personal lines”.\nAgency code 4411.',
  homeowners_states: ['IL', 'MD'],
  umbrella_states: ['IL'],
  workflow: 'carrier_direct',
}

/** A surplus lines insurer. */
const QUAY = {
  ...HARBOR,
  id: 'quay',
  name: 'Quay Insurance',
  naic: '54321',
  portal_url: 'https://portal.quay.example',
  expected_hours: 48,
  instructions: '',
  admitted: { IL: false, MD: false },
}

export const SECOND_STAFF = 'bob@agency.example'

/** An agency whose only carriers are worked by hand. The file is left to the system's temporary folder. */
export const deskMarketEnv = (carriers: readonly object[] = [HARBOR, QUAY]): Record<string, string> => {
  const file = join(mkdtempSync(join(tmpdir(), 'bindery-desk-')), 'carriers.json')
  writeFileSync(file, JSON.stringify(carriers))
  return {
    CARRIERS_FILE: file,
    DEMO_CARRIERS: 'off',
    STAFF_EMAILS: `${STAFF},${SECOND_STAFF}`,
    RATE_LIMITS: 'off',
  }
}

const VALID_UNTIL = plusDays(dayOf(new Date()), 30)

export const HOME_OFFER = {
  'o1.annual_price': '1,598',
  'o1.quote_number': 'HM-2041',
  'o1.valid_until': VALID_UNTIL,
  'o1.bill_to': 'carrier_direct',
  'o1.policy_form': 'HO-3',
  'o1.dwelling_coverage': '420000',
  'o1.other_structures': '42000',
  'o1.personal_property': '210000',
  'o1.loss_of_use': '84000',
  'o1.personal_liability': '300000',
  'o1.medical_payments': '5000',
  'o1.deductible': '2500',
  'o1.insurance_score': 'not_used',
}

export const UMBRELLA_OFFER = {
  'o1.annual_price': '412',
  'o1.quote_number': 'U-77',
  'o1.valid_until': VALID_UNTIL,
  'o1.bill_to': 'carrier_direct',
  'o1.coverage_limit': '2000000',
  'o1.auto_per_person': '250000',
  'o1.auto_per_accident': '500000',
  'o1.auto_property_damage': '100000',
  'o1.minimum_home_liability_limit': '300000',
}

/** Waits for the open task of a carrier. Its path is its page at the desk. */
export const taskFor = async (
  { databaseUrl }: TestService,
  { uid, kind = 'quote', carrier = 'harbor' }: { uid: string; kind?: string; carrier?: string },
): Promise<string> => {
  const [task] = (await until(async () => {
    const rows = await query<{ task_id: string }>(
      databaseUrl,
      'select task_id from desk_tasks where uid = $1 and kind = $2 and carrier_id = $3 and done_at is null',
      [uid, kind, carrier],
    )
    return rows.length > 0 ? rows : null
  })) as { task_id: string }[]
  return `/desk/tasks/${task?.task_id}`
}

/** A task of this application that was claimed, with a question that the person answered. */
export const aDeskTask = ({ app }: TestService, { uid, id }: { uid: string; id: string }): Promise<void> =>
  transact(app, async inside => {
    const actor = 'staff:stf_test'
    const about = { uid, revision: 1, item: 'home', carrier_id: 'harbor' }
    const task = { ...about, task_id: id, kind: 'quote', due_at: later(app.clock.now(), HOUR) } as const
    await createTask(inside, homeownersIntakes, { task, record: async () => undefined })
    await claimTask(inside, id, { actor })
    const held = await taskInHand(inside, id, actor)
    if (typeof held === 'string') throw new Error(`the task is ${held}`)
    await askPerson(inside, held, 'When was the wiring replaced?')
    await answerQuestion(inside, held, { actor: 'homeowner', answer: 'In 2011.' })
  })

/** What staff recorded before a surplus lines policy was ordered. */
export const aSurplusFiling = async ({ app }: TestService, uid: string): Promise<void> => {
  const [order] = await ordersOf(app, uid)
  const facts = {
    search: 'Three declined.',
    declined: [],
    search_rule: null,
    form_rule: null,
    form_name: 'A',
  }
  const filed = { order_id: String(order?.order_id), uid, facts, form: Buffer.from('%PDF-1.7') }
  await transact(app, inside => keepFiling(inside, { ...filed, by: 'staff:stf_test' }))
}

/** One declarations page that waits for its policy, and one that waits for staff. */
export const twoDeclarationsPages = async ({ app }: TestService, uid: string): Promise<void> => {
  const [order] = await ordersOf(app, uid)
  const page = { bytes: Buffer.from('%PDF-1.7'), read: NOTHING_READ, by: 'staff:stf_test' }
  await transact(app, inside => keepDeclarations(inside, String(order?.order_id), page))
  const [policy] = await policiesOf(app, uid)
  if (policy) await transact(app, inside => receivePage(inside, policy, page))
}
