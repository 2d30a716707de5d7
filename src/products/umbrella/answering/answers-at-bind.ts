import type { App } from '../../../platform/app.ts'
import { fail, MOST_PROBLEMS } from '../../../platform/errors.ts'
import { answersBy, originOf } from '../../line/acts/actor.ts'
import { namedIn } from '../../line/fields/field.ts'
import { refuseForbidden } from '../../line/fields/forbidden-keys.ts'
import type { Json } from '../../line/fields/merge.ts'
import type { Application } from '../application/application.ts'
import { pathOf, umbrellaFields } from '../application/fields.ts'
import type { Actor, CallerWording, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { applyDraft } from './patch.ts'

const keyOf = (sent: string): string => namedIn(umbrellaFields, sent) ?? sent

export const refuseUnasked = ({ howToChange }: CallerWording, sent: Json, asked: readonly string[]): void => {
  const keys = asked.map(name => pathOf(name)[0])
  const fields = Object.keys(sent)
    .filter(key => !keys.includes(keyOf(key)))
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
  { intake, sent, asked }: { intake: UmbrellaIntakeRecord; sent: Json; asked: readonly string[] },
): { application: Application; changed: string[] } => {
  refuseForbidden(sent, 'intake')
  refuseUnasked(actor.words, sent, asked)
  const { household, ...rest } = intake.application
  const locked = household.locked.filter(field => !asked.includes(field))
  return applyDraft(
    { ...rest, household: { ...household, locked } },
    { intake: sent },
    { now: app.clock.now(), by: answersBy(actor), origin: originOf(actor), current_status: intake.status },
  )
}
