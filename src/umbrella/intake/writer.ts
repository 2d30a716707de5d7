import type { App } from '../../app.ts'
import { changeIntake, createIntake } from '../../line/record/intakes.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { type UmbrellaEvent, type UmbrellaStatus, umbrellaLifecycle } from '../application/lifecycle.ts'
import type { UmbrellaIntake } from './intake.ts'

type New = { owner: string | null; sandbox: boolean; application: Application }
type Change = Omit<Parameters<typeof changeIntake<UmbrellaStatus, Application>>[2], 'email' | 'status'>
type Why<E> = { actor: string; event: E; facts?: Record<string, unknown> }

const emailOf = ({ household }: Application): string | undefined => household.email

/** The only way an umbrella intake comes to be: as if it had been empty before its first draft. */
export const createUmbrella = (
  app: App,
  intake: New,
  { actor, event, facts = {} }: Why<UmbrellaEvent>,
): Promise<UmbrellaIntake> =>
  createIntake(
    app,
    {
      line: 'umbrella',
      status: umbrellaLifecycle.next('needs_more_info', event),
      email: emailOf(intake.application),
      ...intake,
    },
    { actor, event, facts },
  )

/** The only way it goes on: an event of the table, whatever door the caller came through. */
export const moveUmbrella = (
  app: App,
  intake: UmbrellaIntake,
  change: Change,
  { actor, event, facts = {} }: Why<UmbrellaEvent>,
): Promise<UmbrellaIntake> =>
  changeIntake(
    app,
    intake,
    {
      ...change,
      status: umbrellaLifecycle.next(intake.status, event),
      email: emailOf(change.application ?? intake.application),
    },
    { actor, event, facts },
  )

/** Something to put on record that leaves the state as it is. */
export const noteOnUmbrella = (
  app: App,
  intake: UmbrellaIntake,
  change: Change,
  { actor, event, facts = {} }: Why<string>,
): Promise<UmbrellaIntake> => changeIntake(app, intake, change, { actor, event, facts })

/** Nothing of the buyer is left in it; where a draft could still come, it stands as before the first one. */
export const emptyUmbrella = (app: App, intake: UmbrellaIntake): Promise<UmbrellaIntake> => {
  const { status, revision } = intake
  const begin: UmbrellaEvent = 'answers_missing'
  return changeIntake(
    app,
    intake,
    {
      status: umbrellaLifecycle.allows(status, begin) ? umbrellaLifecycle.next(status, begin) : status,
      application: emptyApplication(),
      revision: revision + 1,
      consentId: null,
      submittedAt: null,
      email: undefined,
      erasedAt: app.clock.now(),
    },
    { actor: 'service', event: 'erased', facts: {} },
  )
}
