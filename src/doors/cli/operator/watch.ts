import { waitForUmbrellaPolicy } from '../../../../client/src/wait-for-policy.ts'
import { waitForHomeownersQuotes, waitForUmbrellaQuotes } from '../../../../client/src/wait-for-quotes.ts'
import {
  type CommandCall,
  isHomeowners,
  type OperatorCommand,
  readHomeowners,
  readUmbrella,
  type Umbrella,
} from './command.ts'
import { homeownersLines, umbrellaLines } from './session-words.ts'

const MOST_SECONDS = 900

export const untilSettled = (
  { bindery, terminal }: Pick<CommandCall, 'bindery' | 'terminal'>,
  { uid }: Umbrella,
  withinSeconds = Number.POSITIVE_INFINITY,
): Promise<Umbrella> => {
  terminal.wait('Waiting for the policy')
  return waitForUmbrellaPolicy(bindery, uid, {
    withinSeconds,
    onChange: ({ response_summary }) => {
      terminal.say(response_summary)
      terminal.wait('Waiting for the policy')
    },
  }).finally(() => terminal.endProgress())
}

export const status: OperatorCommand = {
  usage: 'status UID',
  help: 'Show where an application or purchase stands.',
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
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
  answers: true,
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
