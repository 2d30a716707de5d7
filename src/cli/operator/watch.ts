import { setTimeout } from 'node:timers/promises'
import { answerOf, type Bindery } from '../../../client/src/client.ts'
import { waitForHomeownersQuotes, waitForUmbrellaQuotes } from '../../../client/src/wait-for-quotes.ts'
import {
  type CommandCall,
  isHomeowners,
  type OperatorCommand,
  readHomeowners,
  readUmbrella,
  type Umbrella,
} from './command.ts'
import { homeownersLines, umbrellaLines } from './session-words.ts'

const HELD_SECONDS = 25
/** Quoting ends after ten minutes; the rest is leeway for a slow job. */
const MOST_SECONDS = 900

const isMoving = ({ status, sandbox }: Umbrella): boolean =>
  status === 'chosen' ||
  status === 'documents_pending_review' ||
  status === 'waiting_on_carrier' ||
  (status === 'payment_needed' && sandbox)

const lookAgain = async (bindery: Bindery, { uid, poll_after_seconds }: Umbrella): Promise<Umbrella> => {
  const headers = { Prefer: `wait=${HELD_SECONDS}` }
  const looked = await bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers })
  if (!looked.response.headers.has('preference-applied')) await setTimeout(poll_after_seconds * 1000)
  return answerOf(looked)
}

export const untilSettled = async (
  { bindery, terminal }: Pick<CommandCall, 'bindery' | 'terminal'>,
  first: Umbrella,
  withinSeconds = Number.POSITIVE_INFINITY,
): Promise<Umbrella> => {
  const endsAt = Date.now() + withinSeconds * 1000
  let session = first
  let told = ''
  while (isMoving(session) && Date.now() < endsAt) {
    if (told !== session.response_summary) terminal.say(session.response_summary)
    told = session.response_summary
    session = await lookAgain(bindery, session)
  }
  return session
}

export const status: OperatorCommand = {
  usage: 'status UID',
  help: 'Show where an application or purchase stands.',
  takes: { least: 1, most: 1 },
  needsKey: true,
  async run({ bindery, args: [uid = ''] }) {
    if (isHomeowners(uid)) {
      const body = await readHomeowners(bindery, uid)
      return { lines: homeownersLines(body), body }
    }
    const body = await readUmbrella(bindery, uid)
    return { lines: umbrellaLines(body), body }
  },
}

export const watch: OperatorCommand = {
  usage: 'watch UID',
  help: 'Wait for quotes or a policy and show progress.',
  details: ['Ends when the quotes are there, the policy is issued, or a person has to act.'],
  takes: { least: 1, most: 1 },
  needsKey: true,
  async run({ bindery, terminal, args: [uid = ''] }) {
    const options = {
      withinSeconds: MOST_SECONDS,
      onProgress: (asked: number, answered: number) => terminal.showProgress(asked, answered),
    }
    try {
      if (isHomeowners(uid)) {
        const body = await waitForHomeownersQuotes(bindery, uid, options)
        return { lines: homeownersLines(body), body }
      }
      const body = await untilSettled(
        { bindery, terminal },
        await waitForUmbrellaQuotes(bindery, uid, options),
      )
      return { lines: umbrellaLines(body), body }
    } finally {
      terminal.endProgress()
    }
  },
}
