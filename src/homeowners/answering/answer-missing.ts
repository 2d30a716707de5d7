import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { ConsentWords } from '../../line/record/consent.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import type { HomeownerCaller } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { advance } from './advance.ts'
import { revise } from './revise.ts'

export type AnswerInput = {
  /** As an operator's `intake`: `{ birthday, home: [{ roof_date }] }`. */
  patch: Json
  /** With the version of the words that were on the page. */
  credit_check_authorized?: { version: string }
}

const NOTHING_MISSING = 'Nothing is missing any more. Go on with the step that is open.'

/** Whoever agreed to words that have changed since has to read the new ones. */
export const refuseOutdated = (
  { version: current }: ConsentWords,
  { version, current_status }: { version: string; current_status: string },
): void => {
  if (version !== current)
    fail('conflict', {
      message: `The words to agree to have changed since this page was opened: it showed version ${version.slice(0, 40)}, and ${current} is current. Read them again and agree once more.`,
      current_status,
    })
}

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

/** The homeowner's own answers to what is missing, and the authorization; once all is there carriers are asked. */
export const answer = async (
  app: App,
  caller: HomeownerCaller,
  { patch, credit_check_authorized: authorization }: AnswerInput,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake)
  const { status: current_status } = intake
  if (current_status !== 'needs_more_info') fail('conflict', { message: NOTHING_MISSING, current_status })
  if (authorization) refuseOutdated(softCreditCheck, { ...authorization, current_status })
  refuseNewEmail(intake, patch)
  const revised = await revise(app, caller, { intake, patch })
  const authorized = authorization === undefined ? undefined : true
  return (await advance(app, caller, { ...revised, authorized })).intake
}
