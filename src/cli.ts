import cluster from 'node:cluster'
import {
  type Command,
  type Described,
  type Given,
  helpOf,
  readArguments,
  textOf,
} from './doors/cli/arguments.ts'
import { operatorCommandNames } from './doors/cli/operator/names.ts'
import { tellRefusal } from './doors/cli/operator/refusal.ts'
import { processCount } from './doors/cli/processes/count.ts'
import { receiptCommand } from './doors/cli/receipt.ts'
import type { Env } from './platform/config/env.ts'
import { refuseTooFewFiles } from './platform/config/open-files.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { CONTRACT_VERSION } from './platform/http/versions.ts'
import { closest } from './platform/lib/closest.ts'

type Run = (config: Config, given: Given) => Promise<number>

/** Each loads what it needs: the process that supervises others stays small. */
const onConfig =
  (load: () => Promise<Run>): Command['run'] =>
  async (environment, given) => {
    refuseTooFewFiles()
    const config = readConfig(environment)
    return (await load())(config, given)
  }

const upkeep = () => import('./doors/cli/upkeep.ts')
const demo: Run = async config => (await import('./doors/cli/demo.ts')).demo(config)
const serve = async (config: Config, parts: { serve: boolean; work: boolean }): Promise<number> =>
  (await import('./doors/cli/serve.ts')).serve(config, parts)

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--processes N] [--no-worker|--demo]',
    help: 'Answer requests and run jobs. Production starts one process per core.',
    options: {
      processes: { type: 'string' },
      'no-worker': { type: 'boolean' },
      demo: { type: 'boolean' },
    },
    run: onConfig(async () => async (config, given) => {
      const { values } = given
      if (values.demo) return demo(config, given)
      const count = processCount(config, textOf(values, 'processes'))
      if (!cluster.isPrimary || count === 1) return serve(config, { serve: true, work: !values['no-worker'] })
      const { superviseProcesses } = await import('./doors/cli/processes/supervise.ts')
      return superviseProcesses(config, count)
    }),
  },
  demo: {
    usage: 'demo',
    help: 'The same as serve --demo: start with invented applications in every status.',
    run: onConfig(async () => demo),
  },
  worker: {
    usage: 'worker',
    help: 'Run jobs only.',
    run: onConfig(async () => config => serve(config, { serve: false, work: true })),
  },
  migrate: {
    usage: 'migrate',
    help: 'Bring the database up to date, then exit.',
    run: onConfig(async () => (await upkeep()).migrateOnly),
  },
  doctor: {
    usage: 'doctor',
    help: 'Check settings, database and email, and say what to fix.',
    run: onConfig(async () => (await import('./doors/cli/doctor.ts')).doctor),
  },
  audit: {
    usage: 'audit verify|anchor',
    help: 'Check that nothing was tampered with (--anchor FILE), or print a signed anchor.',
    options: { anchor: { type: 'string' } },
    takes: { least: 0, most: 1 },
    run: onConfig(async () => (await import('./doors/cli/audit.ts')).audit),
  },
  mail: {
    usage: 'mail [retry EMAIL_ID]',
    help: 'List emails that could not be sent, or send one again.',
    takes: { least: 0, most: 2 },
    run: onConfig(async () => (await upkeep()).mail),
  },
  copies: {
    usage: 'copies [ACTION NAME]',
    help: 'List the copies of the embedded database from before upgrades, or go back to one.',
    details: ['copies restore NAME  make it the database again', 'copies delete NAME   delete it'],
    takes: { least: 0, most: 2 },
    run: onConfig(async () => (await import('./doors/cli/copies.ts')).copies),
  },
  schema: {
    usage: 'schema rename NAME',
    help: 'Move everything into another schema of the database, after a backup.',
    details: [
      'with the service stopped',
      'rename public  moves it back into the default schema',
      '--backed-up    you have made a backup yourself',
    ],
    options: { 'backed-up': { type: 'boolean' } },
    takes: { least: 2, most: 2 },
    run: onConfig(async () => (await import('./doors/cli/schema.ts')).schema),
  },
  staff: {
    usage: 'staff [reset EMAIL]',
    help: 'List who works at the desk, or remove the second factor of someone who lost it.',
    takes: { least: 0, most: 2 },
    run: onConfig(async () => (await upkeep()).staff),
  },
  reseal: {
    usage: 'reseal',
    help: 'After rotating SECRET_KEY, seal everything with its first key.',
    run: onConfig(async () => (await upkeep()).resealAll),
  },
  seal: {
    usage: 'seal [--now]',
    help: 'Say which rows have no seal, and with --now trust and seal them.',
    options: { now: { type: 'boolean' } },
    run: onConfig(async () => (await import('./doors/cli/seal.ts')).seal),
  },
  rules: {
    usage: 'rules',
    help: 'List the state rules with their sources, what has no source, and what is old.',
    run: onConfig(async () => (await import('./doors/cli/rules.ts')).rules),
  },
  book: {
    usage: 'book import FILE',
    help: 'Bring in customers and policies that were sold elsewhere.',
    details: [
      '--dry-run       say what would be imported, and keep nothing',
      '--mapping FILE  JSON that names their column for each of ours: {"full_name": "Insured"}',
    ],
    options: { 'dry-run': { type: 'boolean' }, mapping: { type: 'string' } },
    takes: { least: 2, most: 2 },
    run: onConfig(async () => (await import('./doors/cli/book.ts')).book),
  },
  receipt: receiptCommand,
  oauth: {
    usage: 'oauth rotate-keys',
    help: 'Sign identity assertions and receipts with a new key from now on.',
    takes: { least: 0, most: 1 },
    run: onConfig(async () => (await upkeep()).oauth),
  },
}

const carrierCommands = async (): Promise<Record<string, Command>> => ({
  simulate: (await import('./doors/cli/carrier/simulate-command.ts')).simulateCommand,
  check: (await import('./doors/cli/carrier/check-command.ts')).checkCommand,
})

const COLUMN = 38

const listed = (table: Record<string, Described>): string =>
  Object.values(table)
    .map(({ usage, help: text }) => {
      const call = `  bindery ${usage}`
      return call.length < COLUMN ? `${call.padEnd(COLUMN)}${text}` : `${call}\n${' '.repeat(COLUMN)}${text}`
    })
    .join('\n')

const help = async (): Promise<string> => {
  const { operatorCommands } = await import('./doors/cli/operator/run.ts')
  return `Usage:\n${listed(commands)}\n\nFor carriers (add --help to each):\n${listed(await carrierCommands())}\n\nFor operators, from anywhere (add --help to each):\n${listed(operatorCommands)}\n\nFor your shell, in its file of settings:\n  eval "$(bindery completion bash)"`
}

const names = (): string =>
  [...Object.keys(commands), ...operatorCommandNames, CARRIER, 'completion', 'help', 'version'].join(' ')

const completions: Readonly<Record<string, () => string>> = {
  bash: () => `complete -W '${names()}' bindery`,
  zsh: () => `compctl -k '(${names()})' bindery`,
  fish: () => `complete -c bindery -n __fish_use_subcommand -f -a '${names()}'`,
}

const COMPLETION = 'Usage: bindery completion bash|zsh|fish'

const HELP = ['help', '--help', '-h']
const VERSION = ['version', '--version', '-v']
const CARRIER = 'carrier'

const unknownCommand = (name: string): string => {
  const meant = closest(name, [...Object.keys(commands), ...operatorCommandNames, CARRIER])
  return `There is no command ${name}.${meant === undefined ? '' : ` Did you mean ${meant}?`} Run bindery --help for the list.`
}

const misused = (message: string): number => {
  console.error(`bindery: ${message}`)
  return 2
}

const told = (text: string): number => {
  console.log(text)
  return 0
}

const run = async (command: Command, typed: string[], environment: Env): Promise<number> => {
  try {
    const given = readArguments(command, typed)
    return given.values.help ? told(helpOf(command)) : await command.run(environment, given)
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`bindery: ${error.message}`)
      return 1
    }
    const refusal = tellRefusal(error, '')
    if (!refusal) throw error
    console.error(`bindery: ${refusal.lines.join('\n')}`)
    return refusal.exitCode
  }
}

const forCarriers = async ([name = '', ...typed]: string[], environment: Env): Promise<number> => {
  const known = await carrierCommands()
  const command = Object.hasOwn(known, name) ? known[name] : undefined
  if (command) return run(command, typed, environment)
  const both = `Usage: bindery carrier simulate|check\n${listed(known)}`
  return HELP.includes(name) ? told(both) : misused(`Name one of them.\n${both}`)
}

export const runCommand = async ([name, ...args]: string[], environment: Env): Promise<number> => {
  if (name === undefined) return misused(`Name a command, such as bindery serve.\n${await help()}`)
  if (HELP.includes(name)) return told(await help())
  if (VERSION.includes(name)) return told(`bindery, API contract ${CONTRACT_VERSION}`)
  if (name === CARRIER) return forCarriers(args, environment)
  if (name === 'completion') {
    const { [args[0] ?? '']: completion } = completions
    return completion ? told(completion()) : misused(`Name your shell.\n${COMPLETION}`)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? run(command, args, environment) : misused(unknownCommand(name))
}
