import type { App } from '../../../platform/app.ts'
import { isPersonsName } from '../../../platform/audit/actor.ts'
import { type AuditStep, listSteps } from '../../../platform/audit/store.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { type HomeownersEvent, type HomeownersStatus, homeownersLifecycle } from '../application/lifecycle.ts'
import { type Bucket, publicStatus } from '../application/statuses.ts'
import { readOwnIntake } from '../intake/intake.ts'
import { offersEmailedAt } from '../intake/property-row-store.ts'

export type Who = 'operator' | 'homeowner' | 'service'

export type HistoryStep = { at: Date; words: string; who: Who; times: number; status: Bucket | null }

const OFFERS_EMAILED = 'offers_mailed'

const SAID = {
  created: 'Request created',
  updated: 'Answers added or changed',
  consent_given: 'Credit check authorized',
  consent_outdated: 'Authorization void: applicant, address or homes changed',
  consent_withdrawn: 'Authorization withdrawn',
  consent_refused: 'Credit check declined',
  fix_issues_email_queued: 'Email sent: missing answers',
  offers_email_queued: 'Email sent again: link to offers',
  submit: 'Submitted to carriers',
  rated_value_changed: 'Answer affecting price changed: requesting new quotes',
  answers_missing: 'A required answer was cleared',
  offers_arrived: 'Carriers answered',
  late_answer: 'A carrier answered later than the others',
  offer_withdrawn: 'The carrier changed or withdrew the selected offer: select again',
  offers_expired: 'Offers expired: requesting new quotes',
  [OFFERS_EMAILED]: 'Email sent: link to offers',
  select: 'Offer selected',
  bind_ordered: 'Signed by the homeowner: waiting for the carrier to issue the policy',
  bind_info_requested: 'A carrier needs more information to issue the policy',
  bind_part: 'Some carriers answered the order: waiting for the others',
  bind_refused: 'A carrier did not issue the policy: select another offer',
  bind: 'Policy bound',
  adopted: 'Policy imported: it was sold elsewhere',
  bind_some: 'Policy bound: other homes can still be bought',
  policy_ended: 'Policy canceled',
  policy_kept: 'Cancellation taken back: the policy continues',
  withdraw: 'Withdrawn by the homeowner',
  rest_withdrawn: 'Withdrawn by the homeowner, except for bound policies',
  lapse: 'Expired without a purchase',
  erased: 'Personal data erased',
} satisfies Record<HomeownersEvent, string> & Record<string, string>

const WORDS = new Map(Object.entries(SAID))

const moved = (state: HomeownersStatus, event: string): HomeownersStatus =>
  homeownersLifecycle.allows(state, event as HomeownersEvent)
    ? homeownersLifecycle.next(state, event as HomeownersEvent)
    : state

const bucketOf = (state: HomeownersStatus, emailed: boolean): Bucket => {
  const { status } = publicStatus(state)
  return status === 'quoted' && emailed ? 'quotes_published' : status
}

const whoOf = (actor: string, operatorUid: string): Who => {
  if (actor === operatorUid) return 'operator'
  return isPersonsName(actor) ? 'homeowner' : 'service'
}

export const historyOf = (steps: readonly AuditStep[], operatorUid: string): HistoryStep[] => {
  const told: HistoryStep[] = []
  let state: HomeownersStatus = 'needs_more_info'
  let bucket: Bucket | null = null
  let emailed = false
  for (const { at, actor, event } of steps) {
    state = moved(state, event)
    emailed ||= event === OFFERS_EMAILED
    const next = bucketOf(state, emailed)
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

export const statusHistory = async (
  app: App,
  caller: OperatorCaller,
  uid: string,
): Promise<HistoryStep[]> => {
  await readOwnIntake(app, caller, uid)
  const steps = await listSteps(app.db, uid)
  const emailedAt = await offersEmailedAt(app.db, uid)
  const emailStep: AuditStep[] = emailedAt ? [{ at: emailedAt, actor: 'service', event: OFFERS_EMAILED }] : []
  const inOrder = [...steps, ...emailStep].sort((a, b) => a.at.getTime() - b.at.getTime())
  return historyOf(inOrder, caller.operatorUid)
}
