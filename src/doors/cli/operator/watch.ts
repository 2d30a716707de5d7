import type { OperatorCommand } from './command.ts'
import { commandsFor } from './lines.ts'

const MOST_SECONDS = 900

export const status: OperatorCommand = {
  usage: 'status UID',
  help: 'Show where an application or purchase stands.',
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  run: call => commandsFor(call.args[0] ?? '').status(call, call.args[0] ?? ''),
}

export const watch: OperatorCommand = {
  usage: 'watch UID',
  help: 'Wait for quotes or a policy and show progress.',
  details: ['Ends when the quotes are there, the policy is issued, or a person has to act.'],
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  async run(call) {
    const { terminal, args } = call
    const [uid = ''] = args
    try {
      return await commandsFor(uid).watch(call, uid, {
        withinSeconds: MOST_SECONDS,
        onProgress: (asked, answered) => terminal.showProgress(asked, answered),
      })
    } finally {
      terminal.endProgress()
    }
  },
}
