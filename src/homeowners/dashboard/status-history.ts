import type { App } from '../../app.ts'
import { type AuditStep, listSteps } from '../../audit/store.ts'
import type { OperatorCaller } from '../../key/guard.ts'
import {
  type HomeownersEvent,
  type HomeownersStatus,
  homeownersLifecycle,
  publicStatus,
} from '../application/lifecycle.ts'
import { readOwnIntake } from '../intake/intake.ts'
import { type Bucket, offersMailedAt } from '../intake/property-row-store.ts'

export type Who = 'operator' | 'homeowner' | 'service'

/** One step of a request as its operator may see it. `status`: the one it came into, if that changed. */
export type HistoryStep = { at: Date; words: string; who: Who; times: number; status: Bucket | null }

const MAILED = 'offers_mailed'

// What an operator may be told of a request. An event that is not here stays out; one of the lifecycle has to be here.
const SAID = {
  created: 'Request created',
  updated: 'Answers added or changed',
  consent_given: 'Credit check authorized',
  consent_outdated: 'Authorization void: the applicant, an address or the homes changed',
  consent_withdrawn: 'Authorization withdrawn',
  fix_issues_email_queued: 'Mail with a link to what is missing',
  submit: 'Submitted to the carriers',
  rated_value_changed: 'An answer that moves the price changed: carriers are asked again',
  answers_missing: 'A required answer was cleared',
  offers_arrived: 'Carriers have answered',
  offers_expired: 'Offers expired: carriers are asked again',
  [MAILED]: 'Mail with the link to the offers',
  select: 'Offer chosen',
  bind_ordered: 'Signed by the homeowner: carriers are asked to issue the policy',
  bind_info_requested: 'A carrier asks the homeowner for something before it issues the policy',
  bind_refused: 'A carrier did not issue the policy: another offer has to be chosen',
  bind: 'Policy bound',
  withdraw: 'Withdrawn by the homeowner',
  rest_withdrawn: 'Withdrawn by the homeowner, but for the policies that are bound',
  lapse: 'Expired without a purchase',
} satisfies Record<HomeownersEvent, string> & Record<string, string>

const WORDS = new Map(Object.entries(SAID))

const moved = (state: HomeownersStatus, event: string): HomeownersStatus =>
  homeownersLifecycle.allows(state, event as HomeownersEvent)
    ? homeownersLifecycle.next(state, event as HomeownersEvent)
    : state

const bucketOf = (state: HomeownersStatus, mailed: boolean): Bucket => {
  const { status } = publicStatus(state)
  return status === 'quoted' && mailed ? 'quotes_published' : status
}

const whoOf = (actor: string, operatorUid: string): Who => {
  if (actor === operatorUid) return 'operator'
  return actor === 'homeowner' ? 'homeowner' : 'service'
}

/** Walks the audit entries, oldest first, through the table of states. The same step taken again and again is told once. */
export const historyOf = (steps: readonly AuditStep[], operatorUid: string): HistoryStep[] => {
  const told: HistoryStep[] = []
  let state: HomeownersStatus = 'needs_more_info'
  let bucket: Bucket | null = null
  let mailed = false
  for (const { at, actor, event } of steps) {
    state = moved(state, event)
    mailed ||= event === MAILED
    const next = bucketOf(state, mailed)
    const words = WORDS.get(event)
    if (words === undefined) continue
    const step = {
      at,
      words,
      who: whoOf(actor, operatorUid),
      times: 1,
      status: next === bucket ? null : next,
    }
    bucket = next
    const last = told.at(-1)
    if (last?.words === words && last.who === step.who && step.status === null)
      told[told.length - 1] = { ...last, at, times: last.times + 1 }
    else told.push(step)
  }
  return told
}

/** Oldest first; 404 for a request that is not the operator's. */
export const statusHistory = async (
  app: App,
  caller: OperatorCaller,
  uid: string,
): Promise<HistoryStep[]> => {
  await readOwnIntake(app, caller, uid)
  const steps = await listSteps(app.db, uid)
  const mailedAt = await offersMailedAt(app.db, uid)
  const mail: AuditStep[] = mailedAt ? [{ at: mailedAt, actor: 'service', event: MAILED }] : []
  const inOrder = [...steps, ...mail].sort((a, b) => a.at.getTime() - b.at.getTime())
  return historyOf(inOrder, caller.operatorUid)
}
