import type { App } from '../../../platform/app.ts'
import { MATTERS, type Matter, openMatters, recordAct } from '../../../platform/audit/acts.ts'
import { insertHold, liftHold } from '../../../platform/audit/hold-store.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { day } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { dayInZone } from '../../../platform/lib/local-day.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Retention } from '../../../products/line/erase.ts'
import { holdIntake } from '../../../products/line/record/intakes.ts'
import { lines } from '../../../products/lines.ts'
import { why } from '../parts/form.ts'

export const retentionFor = (uid: string): Retention => {
  const line = lineOf(uid)
  return line ? lines[line].retention : fail('not_found')
}

export type RecordResult =
  | 'held'
  | 'lifted'
  | 'erased'
  | 'refused'
  | 'late'
  | 'opened'
  | 'reported'
  | 'closed'

type RecordAction = { actor: string; uid: string; note: string | null; form: URLSearchParams }

const hold = async (app: App, { actor, uid, note }: RecordAction): Promise<RecordResult> => {
  const placed_at = app.clock.now()
  const row = { hold_id: randomId(app.random, 'hld'), uid, placed_at, placed_by: actor }
  if (!(await insertHold(app.db, row))) return 'late'
  await recordAct(app, { about: uid, act: 'legal_hold_placed', actor, note })
  return 'held'
}

const lift = async (app: App, { actor, uid, note }: RecordAction): Promise<RecordResult> => {
  if (!(await liftHold(app.db, uid, { lifted_at: app.clock.now(), lifted_by: actor }))) return 'late'
  await recordAct(app, { about: uid, act: 'legal_hold_lifted', actor, note })
  return 'lifted'
}

const erase = async (app: App, { actor, uid, note }: RecordAction): Promise<RecordResult> => {
  const exceptions = (await retentionFor(uid).eraseOnRequest(app, uid)) ?? fail('not_found')
  const reasons = exceptions.map(({ reason }) => reason).join(', ')
  const act = exceptions.length === 0 ? 'erased_on_request' : `erasure_refused: ${reasons}`
  await recordAct(app, { about: uid, act, actor, note: exceptions.length === 0 ? null : note })
  return exceptions.length === 0 ? 'erased' : 'refused'
}

const open =
  (matter: Matter) =>
  async (app: App, { actor, uid, note }: RecordAction): Promise<RecordResult> => {
    await recordAct(app, { about: uid, act: MATTERS[matter][0], actor, note })
    return 'opened'
  }

const whileOpen =
  (matter: Matter, act: string, done: RecordResult) =>
  async (app: App, { actor, uid, note }: RecordAction): Promise<RecordResult> => {
    if ((await openMatters(app, uid, matter)) === 0) return 'late'
    await recordAct(app, { about: uid, act, actor, note })
    return done
  }

const close = (matter: Matter) => whileOpen(matter, MATTERS[matter][1], 'closed')

export const INCIDENT_REPORTED = 'incident_reported'

export const knownForm = form({ first_known: day('First known on') })

const incident = (app: App, { form: sent, note, ...by }: RecordAction): Promise<RecordResult> => {
  const { first_known } = knownForm.take(sent)
  if (first_known > dayInZone(app.config.timeZone, app.clock.now()))
    throw knownForm.refusal({
      first_known: 'This day is still to come. Enter the day on which it was first known.',
    })
  return open('incident')(app, { ...by, form: sent, note: `First known on ${first_known}. ${note}` })
}

export const ACTIONS = { hold, lift, erase }

/** By the names of their buttons. A case freezes the application: nothing is quoted, chosen, signed or ordered. */
export const MATTER_ACTIONS = {
  complaint: open('complaint'),
  answer: close('complaint'),
  case: open('case'),
  close_case: close('case'),
  incident,
  report_incident: whileOpen('incident', INCIDENT_REPORTED, 'reported'),
  close_incident: close('incident'),
}

const ERASED = 'The personal data of this record is erased. Nothing was saved.'

/** Erasing locks the record too, so a hold that was placed in time is always found. */
export const actOnRecord = (
  app: App,
  actions: Readonly<Record<string, (app: App, action: RecordAction) => Promise<RecordResult>>>,
  { actor, uid, form: sent }: { actor: string; uid: string; form: URLSearchParams },
): Promise<RecordResult> => {
  const [, act] =
    Object.entries(actions).find(([name]) => name === sent.get('act')) ??
    fail('invalid_request', { message: 'Choose one of the buttons.' })
  const { note } = why.take(sent)
  return transact(app, async inside => {
    await holdIntake(inside, uid)
    const { erased } = (await retentionFor(uid).standing(inside, uid)) ?? fail('not_found')
    return erased ? fail('conflict', { message: ERASED }) : act(inside, { actor, uid, note, form: sent })
  })
}
