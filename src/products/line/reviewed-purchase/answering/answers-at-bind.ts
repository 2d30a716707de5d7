import type { App } from '../../../../platform/app.ts'
import { fail, MOST_PROBLEMS } from '../../../../platform/errors.ts'
import { answersBy, originOf } from '../../acts/actor.ts'
import { refuseForbiddenKeys } from '../../fields/forbidden-keys.ts'
import type { Json } from '../../fields/merge.ts'
import { type Application, pathOf } from '../application/application.ts'
import { ownName } from '../application/requested.ts'
import type { Actor, CallerWording, ReviewedIntake } from '../intake/intake.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'
import { applyDraft } from './patch.ts'

type Asking = { line: ReviewedLine; asked: readonly string[] }

export const refuseUnasked = ({ howToChange }: CallerWording, sent: Json, { line, asked }: Asking): void => {
  const keys = asked.map(name => pathOf(name)[0])
  const fields = Object.keys(sent)
    .filter(key => !keys.includes(ownName(line, key)))
    .map(key => ({
      path: `intake.${key.slice(0, 60)}`,
      code: 'not_requested' as const,
      expected: `only ${keys.join(', ')}; to change anything else, ${howToChange}`,
    }))
  if (fields.length > 0) fail('invalid_request', { fields: fields.slice(0, MOST_PROBLEMS) })
}

/** A field that is requested again may change, even if the buyer locked it on the review page. */
export const withLaterAnswers = (
  app: App,
  actor: Actor,
  { intake, sent, asked }: { intake: ReviewedIntake; sent: Json; asked: readonly string[] },
): { application: Application; changed: string[] } => {
  refuseForbiddenKeys(sent, 'intake')
  const line = lineOf(intake)
  refuseUnasked(actor.words, sent, { line, asked })
  const { household, ...rest } = intake.application
  const locked = household.locked.filter(field => !asked.includes(field))
  return applyDraft(
    { ...rest, household: { ...household, locked } },
    { intake: sent },
    {
      line,
      now: app.clock.now(),
      by: answersBy(actor),
      origin: originOf(actor),
      current_status: intake.status,
    },
  )
}
