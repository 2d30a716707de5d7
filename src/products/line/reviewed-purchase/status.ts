import Type from 'typebox'
import { type App, operation } from '../../../platform/app.ts'
import { Answer } from '../../../platform/http/answer.ts'
import { standingMark } from '../../../platform/key/standing.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { cachedPoll, cachePoll } from '../record/poll-cache.ts'
import { intakeVersion } from '../record/store.ts'
import { ExpandField, lean, sparse } from '../wire/lean.ts'
import { refuseLive, refuseOtherSandbox } from '../wire/sandbox-flag.ts'
import { statuses } from './application/statuses.ts'
import { type AgentCaller, type Named, ownerOf, readOwnIntake } from './intake/intake.ts'
import { type Session, sessionSchema } from './operator/session-schema.ts'
import { operatorDoor, sessionFor } from './operator/session-view.ts'
import { heldState } from './operator/status-words.ts'
import { exampleUid, perLine, schemaId } from './reviewed-line.ts'

const statusRequest = perLine(line =>
  Type.Object(
    { uid: anId('The purchase to read.'), expand: ExpandField, sandbox: Type.Optional(Type.Boolean()) },
    {
      $id: schemaId(line, 'StatusRequest'),
      additionalProperties: false,
      examples: [{ uid: exampleUid(line) }],
    },
  ),
)

const nextExpiry = ({ offers = [], selected_offer }: Session, now: Date): Date | null => {
  const ends = [...offers, ...(selected_offer ? [selected_offer] : [])].map(
    ({ expires_at }) => new Date(expires_at),
  )
  return ends.filter(end => end > now).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

const look = async (app: App, caller: AgentCaller, named: Named): Promise<Answer<Session>> => {
  const intake = await readOwnIntake(app, caller, named)
  const answer = new Answer(200, await sessionFor(app, caller, intake), {})
  // Carriers' promises arrive without changing the intake's version.
  if (statuses.row(intake.status).cached && answer.body.quoting === undefined)
    cachePoll(app, intake, {
      answer,
      mark: standingMark(app, caller),
      goodUntil: nextExpiry(answer.body, app.clock.now()),
    })
  return answer
}

export const statusIn = perLine(line =>
  operation({
    id: `${line.name}Status`,
    summary: `Get the status of ${line.words.a} purchase.`,
    description:
      'Changes nothing and returns everything needed to continue. With Prefer: wait=25 over HTTP, the response waits until the status changes, but may come sooner.',
    guidance: {
      before: `have a uid from ${line.name}Draft.`,
      onFailure: '404: the uid is not yours.',
    },
    input: statusRequest(line),
    output: sparse(sessionSchema(line)),
    failures: [404],
    lean,
    reads: true,
    waits: {
      stateOf: session => heldState(session, operatorDoor),
      versionOf: ({ db }, { uid }) => intakeVersion(db, { uid }),
    },
    async run(app, caller: AgentCaller, { uid, sandbox }) {
      const named = { uid, line: line.name }
      const whose = { ...named, owner: ownerOf(caller), mark: standingMark(app, caller) }
      const answer = (await cachedPoll<Session>(app, whose)) ?? (await look(app, caller, named))
      refuseLive(caller, answer.body)
      refuseOtherSandbox(sandbox, answer.body)
      return answer
    },
  }),
)

/** The Location header names it, so that clients can follow it with GET. */
export const statusByUrlIn = perLine(line => ({
  ...statusIn(line),
  id: `get${capitalized(line.name)}Status`,
  summary: `Get the status of ${line.words.a} purchase from its status_url.`,
}))
