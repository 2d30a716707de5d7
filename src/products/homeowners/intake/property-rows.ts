import { lifeOf } from '../../../agency/policies/life/life.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { AfterSale } from '../../line/aftersale/after-sale.ts'
import { policyTurn } from '../../line/aftersale/policy-turn.ts'
import { erasedLives } from '../../line/aftersale/shown-life.ts'
import { recordChanges } from '../../line/record/changes.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { turns, type WaitingOn } from '../../line/wire/waiting-on.ts'
import { isInsured } from '../application/application.ts'
import { type Bucket, publicStatus } from '../application/statuses.ts'
import type { HomeIntake } from './intake.ts'
import { type PolicyOf, rowsOf, standingOf } from './property-row.ts'
import { insertRows, offersEmailedAt, replaceRows, updateRows } from './property-row-store.ts'
import { turnOf } from './turn.ts'

const bucketOf = async (app: App, { uid, status: state }: HomeIntake): Promise<Bucket> => {
  const { status } = publicStatus(state)
  return status === 'quoted' && (await offersEmailedAt(app.db, uid)) ? 'quotes_published' : status
}

const erasedPoliciesIn = async (app: App, uid: string): Promise<PolicyOf> => {
  const lives = await erasedLives(app, [uid])
  return propertyId => ({ life: lives(uid, propertyId), turn: turns.over.waiting_on })
}

const policiesIn = async (app: App, { uid, application, erasedAt }: HomeIntake): Promise<PolicyOf> => {
  if (erasedAt !== null) return erasedPoliciesIn(app, uid)
  const policies = application.homes.some(isInsured) ? await policiesOf(app, uid) : []
  const now = app.clock.now()
  return propertyId => {
    const policy = policies.find(({ item }) => item === propertyId)
    const turn = policy && policyTurn(policy, turns.homeowner, now)
    return { life: policy && lifeOf(policy, now), turn: (turn ?? turns.over).waiting_on }
  }
}

type Writing = { write: typeof insertRows; waitingOn?: WaitingOn }

const writeRows = async (app: App, intake: HomeIntake, { write, waitingOn }: Writing): Promise<void> => {
  const { owner } = intake
  if (owner === null) return
  const waiting_on = waitingOn ?? (await turnOf(app, intake)).waiting_on
  const status = await bucketOf(app, intake)
  const policyOf = await policiesIn(app, intake)
  const rows = rowsOf({ intake, owner, status, waiting_on, policyOf })
  await write(app.db, rows)
  recordChanges(app, intake, rows.map(standingOf), { isNew: write === insertRows })
}

const rowsFor = ({ application }: HomeIntake): number => Math.max(application.homes.length, 1)

/** An erasure empties the application, but leaves the rows of its homes. */
const hasSameRows = (before: HomeIntake, after: HomeIntake): boolean =>
  before.erasedAt === null && rowsFor(before) === rowsFor(after)

const writeAfter = (before: HomeIntake | null, after: HomeIntake): typeof insertRows => {
  if (before === null) return insertRows
  return hasSameRows(before, after) ? updateRows : replaceRows
}

export const saveFirstRows = (app: App, intake: HomeIntake): Promise<void> =>
  writeRows(app, intake, { write: insertRows })

export const saveRows = (app: App, intake: HomeIntake): Promise<void> =>
  writeRows(app, intake, { write: replaceRows })

/** Replaces the rows that the writer queued. `before`: the record as locked, null if this transaction created it. */
export const saveRowsAsAnswered = (
  app: App,
  intake: HomeIntake,
  { waiting_on, before }: { waiting_on: WaitingOn; before: HomeIntake | null },
): void => {
  const writing = { write: writeAfter(before, intake), waitingOn: waiting_on }
  app.replaceBeforeCommit(intake.uid, () => writeRows(app, intake, writing))
}

export const restateHomes: AfterSale['restate'] = async (app, uid, statedAgain = []) => {
  const intake: HomeIntake | null = await lockIntake(app, { uid, line: 'homeowners' })
  if (intake) await saveRows(app, { ...intake, updatedAt: app.clock.now(), statedAgain })
}
