import { createBindery } from '../../../../client/src/client.ts'
import type { Env } from '../../../platform/config/env.ts'
import { type Given, helpOf, readArguments, type Values } from '../arguments.ts'
import { calc } from './calc.ts'
import type { OperatorCommand, Result } from './command.ts'
import { credentialsFile, readCredentials } from './credentials.ts'
import { commandsFor } from './lines.ts'
import { login, logout } from './login.ts'
import type { OperatorCommandName } from './names.ts'
import { quote } from './quote.ts'
import { misuse, refuse, tellRefusal } from './refusal.ts'
import { Terminal } from './terminal.ts'

const MOST_SECONDS = 900

const status: OperatorCommand = {
  usage: 'status UID',
  help: 'Show where an application or purchase stands.',
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  run: call => commandsFor(call.args[0] ?? '').status(call, call.args[0] ?? ''),
}

const watch: OperatorCommand = {
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

const buy: OperatorCommand = {
  usage: 'buy UID',
  help: 'Buy umbrella coverage. The homeowner buys home insurance.',
  details: [
    'Shows the purchase and what you state by buying it, then asks. Buys in the sandbox only, unless you add --live.',
    'For a homeowners UID it prints the link where the homeowner buys, and ends with 1.',
    '--offer CARRIER             the offer the buyer chose',
    '--credit-consent Yes|No     the buyer’s own answer to the credit question',
    '--answers FILE              JSON with the answers that are still missing (default: asks for them on a terminal)',
    '--skeleton                  print that JSON with a description in place of each answer, and buy nothing',
    '--document TYPE=FILE        declarations or auto_declarations, as PDF, PNG, or JPEG; can be repeated',
    '--yes                       buy without being asked',
    '--live                      allow a real purchase',
  ],
  options: {
    offer: { type: 'string' },
    'credit-consent': { type: 'string' },
    answers: { type: 'string' },
    skeleton: { type: 'boolean' },
    document: { type: 'string', multiple: true },
    yes: { type: 'boolean' },
    live: { type: 'boolean' },
  },
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  run: call => commandsFor(call.args[0] ?? '').buy(call, call.args[0] ?? ''),
}

export const operatorCommands: Record<OperatorCommandName, OperatorCommand> = {
  login,
  logout,
  quote,
  status,
  watch,
  buy,
  calc,
}

const COMMON = { url: { type: 'string' }, json: { type: 'boolean' } } as const

const COMMON_HELP = [
  '--url URL   the service (default: BINDERY_URL, then the one you are logged in to, then http://127.0.0.1:8080)',
  '--json      print JSON only, also for errors; what is piped is JSON without it',
]

const normalized = (url: string): string => {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return misuse(`${url} is not a URL. For example: --url https://bindery.example`)
  return new URL(url).href.replace(/\/$/, '')
}

const urlOf = ({ url }: Values, { BINDERY_URL }: Env, loggedIn: readonly string[]): string => {
  if (typeof url === 'string') return normalized(url)
  if (BINDERY_URL) return normalized(BINDERY_URL)
  const [first = 'http://127.0.0.1:8080', ...others] = loggedIn
  return others.length === 0
    ? first
    : misuse(`You are logged in to ${loggedIn.join(', ')}. Choose one with --url or BINDERY_URL.`)
}

const print = ({ lines, body }: Result, asJson: boolean): void =>
  console.log(asJson ? JSON.stringify(body, null, 2) : lines.join('\n'))

const execute = async (
  command: OperatorCommand,
  given: Given,
  environment: Env,
  reached: (url: string) => void,
): Promise<Result> => {
  const wrong = command.misuseOf?.(given)
  if (wrong !== undefined) misuse(wrong)
  const file = credentialsFile(environment)
  const credentials = await readCredentials(file)
  const url = urlOf(given.values, environment, Object.keys(credentials))
  reached(url)
  const key = credentials[url]?.key
  if (command.needsKey && key === undefined)
    refuse(`You are not logged in to ${url}. Run: bindery login --url ${url}`)
  const terminal = new Terminal()
  try {
    const bindery = createBindery({ url, key: command.needsKey ? key : undefined })
    return await command.run({ url, credentialsFile: file, bindery, terminal, ...given })
  } finally {
    terminal.close()
  }
}

export const runOperatorCommand = async (
  name: OperatorCommandName,
  args: string[],
  environment: Env,
): Promise<number> => {
  const command = operatorCommands[name]
  let url = ''
  try {
    const described = {
      ...command,
      options: { ...command.options, ...COMMON },
      details: [...(command.details ?? []), ...COMMON_HELP],
    }
    const given = readArguments(described, args)
    if (given.values.help) {
      console.log(helpOf(described))
      return 0
    }
    const result = await execute(command, given, environment, reached => {
      url = reached
    })
    print(result, given.values.json === true || (command.answers === true && !process.stdout.isTTY))
    return result.exitCode ?? 0
  } catch (error) {
    const told = tellRefusal(error, url)
    if (!told) throw error
    if (args.includes('--json')) print({ lines: [], body: told.body }, true)
    else console.error(`bindery: ${told.lines.join('\n')}`)
    return told.exitCode
  }
}
