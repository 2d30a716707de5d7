import type { Env } from '../../../platform/config/env.ts'
import { ConfigError } from '../../../platform/config.ts'
import { tellRefusal } from '../operator/refusal.ts'
import { check, checkHelp } from './check-command.ts'
import { simulate, simulateHelp } from './simulate-command.ts'

const ACTS: Readonly<
  Record<string, { help(): string; run(args: string[], environment: Env): Promise<number> }>
> = {
  simulate: { help: simulateHelp, run: simulate },
  check: { help: checkHelp, run: check },
}

export const carrier = async ([name = '', ...args]: string[], environment: Env): Promise<number> => {
  const act = ACTS[name]
  if (!act || args.includes('--help')) {
    const help = (act ? [act] : Object.values(ACTS)).map(one => one.help()).join('\n\n')
    console[act || name === '--help' ? 'log' : 'error'](help)
    return act || name === '--help' ? 0 : 2
  }
  try {
    return await act.run(args, environment)
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`bindery: ${error.message}`)
      return 1
    }
    const told = tellRefusal(error, '')
    if (!told) throw error
    console.error(`bindery: ${told.lines.join('\n')}`)
    return told.exitCode
  }
}
