import type { App } from '../../app.ts'
import type { AfterSale } from '../../line/aftersale/after-sale.ts'
import { policyTurn } from '../../line/aftersale/policy-turn.ts'
import { recordChanges, type Standing } from '../../line/record/changes.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import type { PolicyLife } from '../../line/wire/policy-life.ts'
import { boundStatus } from '../../line/wire/policy-words.ts'
import { turns, type WaitingOn } from '../../line/wire/waiting-on.ts'
import { lifeOf } from '../../policies/life/life.ts'
import { policiesOf } from '../../policies/policies.ts'
import { emptyHome, type Home, isInsured } from '../application/application.ts'
import { type HomeownersStatus, publicStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import {
  type Bucket,
  type DetailStatus,
  insertRows,
  offersEmailedAt,
  type PropertyRow,
  replaceRows,
  updateRows,
} from './property-row-store.ts'
import { turnOf } from './turn.ts'

const OFFERS_OPEN: readonly HomeownersStatus[] = ['quoted', 'selected', 'bound']

type RowFacts = {
  intake: HomeownersIntakeRecord
  owner: string
  status: Bucket
  waiting_on: WaitingOn
  policyOf: (propertyId: string | null) => { life: PolicyLife | undefined; turn: WaitingOn }
}

/** Homes are bought one by one, so one can be bound while the request goes on. */
const detailOf = (
  { intake: { status }, policyOf }: Pick<RowFacts, 'intake' | 'policyOf'>,
  home: Home,
): DetailStatus | null => {
  if (isInsured(home)) return boundStatus(policyOf(home.property_id).life)
  return status === 'bound' ? 'not_insured' : (publicStatus(status).detail_status ?? null)
}

/** Lists every field by name, so a new field is never exposed by accident. None identifies the person. */
const rowOf = (
  { intake, owner, status, waiting_on, policyOf }: RowFacts,
  home: Home,
  home_index: number,
): PropertyRow => ({
  uid: intake.uid,
  home_index,
  owner,
  sandbox: intake.sandbox,
  property_id: home.property_id,
  status,
  detail_status: detailOf({ intake, policyOf }, home),
  waiting_on: isInsured(home) ? policyOf(home.property_id).turn : waiting_on,
  city: home.city ?? null,
  state: home.state ?? null,
  zip: home.zip ?? null,
  property_type: home.property_type ?? null,
  home_ownership: home.home_ownership ?? null,
  new_purchase: home.new_purchase ?? null,
  email_known: intake.application.applicant.email !== undefined,
  offers_published: OFFERS_OPEN.includes(intake.status),
  submitted_at: intake.submittedAt,
  updated_at: intake.updatedAt,
  inserted_at: intake.updatedAt,
})

const bucketOf = async (app: App, { uid, status: state }: HomeownersIntakeRecord): Promise<Bucket> => {
  const { status } = publicStatus(state)
  return status === 'quoted' && (await offersEmailedAt(app.db, uid)) ? 'quotes_published' : status
}

const policiesIn = async (
  app: App,
  { uid, application }: HomeownersIntakeRecord,
): Promise<RowFacts['policyOf']> => {
  const policies = application.homes.some(isInsured) ? await policiesOf(app, uid) : []
  const now = app.clock.now()
  return propertyId => {
    const policy = policies.find(({ item }) => item === propertyId)
    const turn = policy && policyTurn(policy, turns.homeowner, now)
    return { life: policy && lifeOf(policy, now), turn: (turn ?? turns.over).waiting_on }
  }
}

const rowsOf = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { owner, waiting_on }: Pick<RowFacts, 'owner' | 'waiting_on'>,
): Promise<PropertyRow[]> => {
  const status = await bucketOf(app, intake)
  const policyOf = await policiesIn(app, intake)
  const facts = { intake, owner, status, waiting_on, policyOf }
  const { homes } = intake.application
  return (homes.length > 0 ? homes : [emptyHome()]).map((home, index) => rowOf(facts, home, index))
}

const standingOf = (
  { property_id, status, detail_status, waiting_on }: PropertyRow,
  ofIntake: WaitingOn,
): Standing => ({ property_id, status, detail_status, waiting_on: waiting_on ?? ofIntake })

type Saving = {
  store: typeof insertRows
  /** Null: not known yet. */
  waitingOn: WaitingOn | null
}

const storeRows = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { store, waitingOn }: Saving,
): Promise<void> => {
  const { owner } = intake
  if (owner === null) return
  const waiting_on = waitingOn ?? (await turnOf(app, intake)).waiting_on
  const rows = await rowsOf(app, intake, { owner, waiting_on })
  await store(app.db, rows)
  recordChanges(
    app,
    intake,
    rows.map(row => standingOf(row, waiting_on)),
    { isNew: store === insertRows },
  )
}

const rowsFor = ({ application }: HomeownersIntakeRecord): number => Math.max(application.homes.length, 1)

/** An erasure empties the application, but leaves the rows of its homes. */
const hasSameRows = (before: HomeownersIntakeRecord, after: HomeownersIntakeRecord): boolean =>
  before.erasedAt === null && rowsFor(before) === rowsFor(after)

const storeAfter = (
  before: HomeownersIntakeRecord | null,
  after: HomeownersIntakeRecord,
): typeof insertRows => {
  if (before === null) return insertRows
  return hasSameRows(before, after) ? updateRows : replaceRows
}

export const saveFirstRows = (app: App, intake: HomeownersIntakeRecord): Promise<void> =>
  storeRows(app, intake, { store: insertRows, waitingOn: null })

export const saveRows = (app: App, intake: HomeownersIntakeRecord): Promise<void> =>
  storeRows(app, intake, { store: replaceRows, waitingOn: null })

/**
 * Takes the place of the follow-up that the writer listed, so the rows say the same as the response and do not work it
 * out again. Call it last in a transaction. `before`: the record as this transaction locked it, null if it created it.
 */
export const saveRowsAsAnswered = (
  app: App,
  intake: HomeownersIntakeRecord,
  { waiting_on, before }: { waiting_on: WaitingOn; before: HomeownersIntakeRecord | null },
): void => {
  const saving = { store: storeAfter(before, intake), waitingOn: waiting_on }
  app.replaceBeforeCommit(intake.uid, () => storeRows(app, intake, saving))
}

export const restateHomes: AfterSale['restate'] = async (app, uid, statedAgain = []) => {
  const intake: HomeownersIntakeRecord | null = await lockIntake(app, { uid, line: 'homeowners' })
  if (intake) await saveRows(app, { ...intake, updatedAt: app.clock.now(), statedAgain })
}
