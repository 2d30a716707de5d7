import Type from 'typebox'
import { type App, operation } from '../../platform/app.ts'
import { Answer } from '../../platform/http/answer.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { cachedPoll, cachePoll } from '../line/record/poll-cache.ts'
import { intakeVersion } from '../line/record/store.ts'
import { refuseLive, refuseOtherSandbox } from '../line/wire/sandbox-flag.ts'
import { statuses } from './application/statuses.ts'
import { type AgentCaller, ownerOf, readOwnIntake } from './intake/intake.ts'
import { UmbrellaSession } from './operator/session-schema.ts'
import { operatorDoor, sessionView } from './operator/session-view.ts'
import { heldState } from './operator/status-words.ts'

const UmbrellaStatusRequest = Type.Object(
  { uid: anId('The purchase to read.'), sandbox: Type.Optional(Type.Boolean()) },
  {
    $id: 'UmbrellaStatusRequest',
    additionalProperties: false,
    examples: [{ uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE' }],
  },
)

const nextExpiry = ({ offers = [], selected_offer }: UmbrellaSession, now: Date): Date | null => {
  const ends = [...offers, ...(selected_offer ? [selected_offer] : [])].map(
    ({ expires_at }) => new Date(expires_at),
  )
  return ends.filter(end => end > now).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

const look = async (app: App, caller: AgentCaller, uid: string): Promise<Answer<UmbrellaSession>> => {
  const intake = await readOwnIntake(app, caller, uid)
  const answer = new Answer(200, await sessionView(app, intake), {})
  // Carriers' promises arrive without changing the intake's version.
  if (statuses.row(intake.status).cached && answer.body.quoting === undefined)
    cachePoll(app, intake, { answer, goodUntil: nextExpiry(answer.body, app.clock.now()) })
  return answer
}

export const umbrellaStatus = operation({
  id: 'umbrellaStatus',
  summary: 'Get the status of an umbrella purchase.',
  description:
    'Changes nothing and returns everything needed to continue. With Prefer: wait=25 over HTTP, the response waits until the status changes, but may come sooner.',
  guidance: {
    before: 'have a uid from umbrellaDraft.',
    onFailure: '404: the uid is not yours.',
  },
  input: UmbrellaStatusRequest,
  output: UmbrellaSession,
  failures: [404],
  reads: true,
  waits: {
    stateOf: session => heldState(session, operatorDoor),
    versionOf: ({ db }, { uid }) => intakeVersion(db, { uid }),
  },
  async run(app, caller: AgentCaller, { uid, sandbox }) {
    const whose = { uid, line: 'umbrella', owner: ownerOf(caller) } as const
    const answer = (await cachedPoll<UmbrellaSession>(app, whose)) ?? (await look(app, caller, uid))
    refuseLive(caller, answer.body)
    refuseOtherSandbox(sandbox, answer.body)
    return answer
  },
})

/** The Location header names it, so that clients can follow it with GET. */
export const statusByUrl: typeof umbrellaStatus = {
  ...umbrellaStatus,
  id: 'getUmbrellaStatus',
  summary: 'Get the status of an umbrella purchase from its status_url.',
}
