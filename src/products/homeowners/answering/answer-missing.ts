import type { App } from '../../../platform/app.ts'
import { type FieldProblem, fail, problemsOf } from '../../../platform/errors.ts'
import type { Json } from '../../line/fields/merge.ts'
import { asRead, refuseOutdated } from '../../line/record/consent.ts'
import type { Application } from '../application/application.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { type HomeownerCaller, type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { advance } from './advance.ts'
import { applyPatch } from './patch.ts'
import { revise } from './revise.ts'

export type AnswerInput = {
  patch: Json
  credit_check_authorized?: { version: string }
}

const NOTHING_MISSING = 'Nothing is missing. Continue with the next step.'

const refuseNewEmail = ({ application }: HomeownersIntakeRecord, { email }: Json): void => {
  const known = application.applicant.email
  if (email === undefined || known === undefined || email === known) return
  fail('invalid_request', {
    fields: [
      {
        path: 'email',
        code: 'email_locked',
      },
    ],
  })
}

export const answerProblems = (app: App, application: Application, patch: Json): FieldProblem[] =>
  problemsOf(() => applyPatch(application, patch, { now: app.clock.now(), submitted: false, by: 'person' }))

export const answerMissing = async (
  app: App,
  caller: HomeownerCaller,
  { patch, credit_check_authorized: authorization }: AnswerInput,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake, caller.kind)
  const { status: current_status } = intake
  if (current_status !== 'needs_more_info') fail('conflict', { message: NOTHING_MISSING, current_status })
  if (authorization)
    refuseOutdated(asRead(softCreditCheck, caller.language), { ...authorization, current_status })
  refuseNewEmail(intake, patch)
  const revised = await revise(app, caller, { intake, patch })
  const authorized = authorization === undefined ? undefined : true
  return (await advance(app, caller, { ...revised, authorized })).intake
}
