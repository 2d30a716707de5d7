import { standingOf as policyStanding } from '../../../agency/policies/life/life.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction, transact } from '../../../platform/db/transact.ts'
import { isSharedScope } from '../../../platform/key/guard.ts'
import {
  type FeedEnd,
  feedEnd,
  insertChange,
  insertFirstChange,
  type NewChange,
  numberChanges,
} from './change-store.ts'
import { changeTypeOf } from './change-type.ts'
import type { Intake } from './intakes.ts'

export type Standing = Pick<NewChange, 'property_id' | 'status' | 'detail_status' | 'stage' | 'waiting_on'>

const isAgain = (items: readonly string[] | 'all', property_id: string | null): boolean => {
  if (items === 'all') return true
  return property_id === null ? items.length > 0 : items.includes(property_id)
}

const distinct = (standings: readonly Standing[]): Standing[] => [
  ...new Map(standings.map(standing => [JSON.stringify(standing), standing])).values(),
]

/** A shared key belongs to many, so nobody can read its changes. `isNew`: the application has no earlier change. */
export const recordChanges = (
  app: App,
  { uid, line, owner, sandbox, updatedAt: at, statedAgain = [], because, erasedAt }: Intake<string, unknown>,
  standings: readonly Standing[],
  { isNew = false }: { isNew?: boolean } = {},
): void => {
  assertTransaction(app)
  if (owner === null || isSharedScope(owner)) return
  app.beforeCommit(`changes of ${uid}`, async () => {
    const isIssued = erasedAt === null && standings.some(({ stage }) => stage === 'bound')
    const policies = isIssued ? await policiesOf(app, uid) : []
    const toldOf = ({ property_id, stage }: Standing): Pick<NewChange, 'type' | 'state'> => {
      const policy = policies.find(({ item }) => property_id === null || item === property_id)
      return {
        type: changeTypeOf(stage, because),
        state: policy && stage === 'bound' ? policyStanding(policy, app.clock.now()).state : null,
      }
    }
    const about = { uid, line, owner, sandbox, at, numbered: !app.sealer.writesNewForms() }
    if (isNew)
      for (const standing of distinct(standings))
        await insertFirstChange(app.db, { ...about, ...standing, ...toldOf(standing) })
    else
      for (const standing of standings)
        await insertChange(app.db, {
          ...about,
          ...standing,
          ...toldOf(standing),
          again: isAgain(statedAgain, standing.property_id),
        })
  })
}

/** Gives numbers to what was committed since the last look. */
export const feedUpToNow = async (app: App, owner: string): Promise<FeedEnd> => {
  const end = await feedEnd(app.db, owner)
  if (!end.more) return end
  await transact(app, inside => numberChanges(inside.db, owner))
  return feedEnd(app.db, owner)
}
