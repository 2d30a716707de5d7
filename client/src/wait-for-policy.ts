import { answerOf, type Bindery, type Schemas } from './client.ts'
import { type RetryOptions, sleep } from './retrying-fetch.ts'

const HELD_SECONDS = 25

type Session = Schemas['UmbrellaSession']

export type PolicyWaitOptions = Pick<RetryOptions, 'wait'> & {
  withinSeconds?: number
  /** Called at the start and each time `response_summary` says something else, while there is something to wait for. */
  onChange?: (session: Session) => void
}

const PEOPLE: readonly Session['waiting_on'][] = ['operator', 'homeowner', 'buyer', 'email_proof', 'payment']
const AT_ONCE = 10

/** The sandbox pays by itself within seconds. After a failed payment it asks for polls at a person's pace. */
const isPlayed = ({ waiting_on, sandbox, poll_after_seconds }: Session): boolean =>
  waiting_on === 'payment' && sandbox && poll_after_seconds <= AT_ONCE

const isMoving = (session: Session): boolean =>
  session.next_action.operation === 'status' && (!PEOPLE.includes(session.waiting_on) || isPlayed(session))

/** Returns the purchase when it is bound or blocked, a person has to act, or the time is up: see `status`. */
export const waitForUmbrellaPolicy = async (
  bindery: Bindery,
  uid: string,
  { withinSeconds = 600, onChange, wait = sleep }: PolicyWaitOptions = {},
): Promise<Session> => {
  const endsAt = Date.now() + withinSeconds * 1000
  const look = (seconds: number) =>
    bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers: { Prefer: `wait=${seconds}` } })
  let session = answerOf(await look(0))
  let told = ''
  while (isMoving(session) && Date.now() < endsAt) {
    if (told !== session.response_summary) onChange?.(session)
    told = session.response_summary
    const looked = await look(HELD_SECONDS)
    session = answerOf(looked)
    const wasHeld = looked.response.headers.has('preference-applied')
    if (!wasHeld && isMoving(session)) await wait(session.poll_after_seconds * 1000)
  }
  return session
}
