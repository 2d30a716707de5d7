import { createBindery } from '../../../../client/src/client.ts'
import type { Env } from '../../../platform/config/env.ts'
import { type Given, helpOf, readArguments, type Values } from '../arguments.ts'
import { buy } from './buy.ts'
import { calc } from './calc.ts'
import type { OperatorCommand, Result } from './command.ts'
import { credentialsFile, readCredentials } from './credentials.ts'
import { login, logout } from './login.ts'
import type { OperatorCommandName } from './names.ts'
import { quote } from './quote.ts'
import { misuse, refuse, tellRefusal } from './refusal.ts'
import { Terminal } from './terminal.ts'
import { status, watch } from './watch.ts'

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
