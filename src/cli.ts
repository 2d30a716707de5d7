import cluster from 'node:cluster'
import { audit } from './doors/cli/audit.ts'
import { carrier } from './doors/cli/carrier/carrier.ts'
import { demo } from './doors/cli/demo.ts'
import { doctor } from './doors/cli/doctor.ts'
import { mail } from './doors/cli/mail.ts'
import { migrateOnly } from './doors/cli/migrate.ts'
import { oauth } from './doors/cli/oauth.ts'
import { operatorCommands } from './doors/cli/operator/run.ts'
import { processCount } from './doors/cli/processes/count.ts'
import { superviseProcesses } from './doors/cli/processes/supervise.ts'
import { resealAll } from './doors/cli/reseal.ts'
import { rules } from './doors/cli/rules.ts'
import { seal } from './doors/cli/seal.ts'
import { serve } from './doors/cli/serve.ts'
import type { Env } from './platform/config/env.ts'
import { refuseTooFewFiles } from './platform/config/open-files.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { CONTRACT_VERSION } from './platform/http/versions.ts'
import { closest } from './platform/lib/closest.ts'

type Command = {
  usage: string
  help: string
  options?: Readonly<Record<string, 'alone' | 'value'>>
  mostWords?: number
  run(config: Config, args: string[]): Promise<number>
}

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--processes N] [--no-worker|--demo]',
    help: 'Answer requests and run jobs. Production starts one process per core.',
    options: { '--processes': 'value', '--no-worker': 'alone', '--demo': 'alone' },
    run: (config, args) => {
      if (args.includes('--demo')) return demo(config)
      const count = processCount(config, args)
      return cluster.isPrimary && count > 1
        ? superviseProcesses(config, count)
        : serve(config, { serve: true, work: !args.includes('--no-worker') })
    },
  },
  demo: {
    usage: 'demo',
    help: 'The same as serve --demo: start with invented applications in every status.',
    run: demo,
  },
  worker: {
    usage: 'worker',
    help: 'Run jobs only.',
    run: config => serve(config, { serve: false, work: true }),
  },
  migrate: { usage: 'migrate', help: 'Bring the database up to date, then exit.', run: migrateOnly },
  doctor: { usage: 'doctor', help: 'Check settings, database and email, and say what to fix.', run: doctor },
  audit: {
    usage: 'audit verify|anchor',
    help: 'Check that nothing was tampered with (--anchor FILE), or print a signed anchor.',
    options: { '--anchor': 'value' },
    mostWords: 1,
    run: audit,
  },
  mail: {
    usage: 'mail [retry EMAIL_ID]',
    help: 'List emails that could not be sent, or send one again.',
    mostWords: 2,
    run: mail,
  },
  reseal: {
    usage: 'reseal',
    help: 'After rotating SECRET_KEY, seal everything with its first key.',
    run: resealAll,
  },
  seal: {
    usage: 'seal [--now]',
    help: 'Say which rows have no seal, and with --now trust and seal them.',
    options: { '--now': 'alone' },
    run: seal,
  },
  rules: {
    usage: 'rules',
    help: 'List the state rules with their sources, what has no source, and what is old.',
    run: rules,
  },
  oauth: {
    usage: 'oauth rotate-keys',
    help: 'Sign identity assertions with a new key from now on.',
    mostWords: 1,
    run: oauth,
  },
}

type Described = { usage: string; help: string }

const carrierCommands: Record<string, Described> = {
  simulate: { usage: 'carrier simulate', help: 'Stand in for a carrier over HTTP.' },
  check: { usage: 'carrier check ID', help: 'Check that a carrier’s endpoint keeps the contract.' },
}

const COLUMN = 38

const listed = (table: Record<string, Described>): string =>
  Object.values(table)
    .map(({ usage, help: text }) => {
      const call = `  bindery ${usage}`
      return call.length < COLUMN ? `${call.padEnd(COLUMN)}${text}` : `${call}\n${' '.repeat(COLUMN)}${text}`
    })
    .join('\n')

const help = (): string =>
  `Usage:\n${listed(commands)}\n\nFor carriers (add --help to each):\n${listed(carrierCommands)}\n\nFor operators, from anywhere (add --help to each):\n${listed(operatorCommands)}\n\nFor your shell, in its file of settings:\n  eval "$(bindery completion bash)"`

const names = (): string =>
  [
    ...Object.keys(commands),
    ...Object.keys(operatorCommands),
    'carrier',
    'completion',
    'help',
    'version',
  ].join(' ')

/** One line that a shell's own file of settings can run. */
const completions: Readonly<Record<string, () => string>> = {
  bash: () => `complete -W '${names()}' bindery`,
  zsh: () => `compctl -k '(${names()})' bindery`,
  fish: () => `complete -c bindery -n __fish_use_subcommand -f -a '${names()}'`,
}

const COMPLETION = 'Usage: bindery completion bash|zsh|fish'

const HELP = ['help', '--help', '-h']
const VERSION = ['version', '--version', '-v']

const surplusWordIn = (
  { options = {}, mostWords = 0 }: Command,
  args: readonly string[],
): string | undefined => {
  const words = args.filter((_, at) => options[args[at - 1] ?? ''] !== 'value')
  const unknown = words.find(word => word.startsWith('-') && !Object.hasOwn(options, word))
  return unknown ?? words.filter(word => !word.startsWith('-'))[mostWords]
}

const unknownCommand = (name: string): string => {
  const meant = closest(name, [...Object.keys(commands), ...Object.keys(operatorCommands), 'carrier'])
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

export const runCommand = async ([name, ...args]: string[], environment: Env): Promise<number> => {
  if (name === undefined) return misused(`Name a command, such as bindery serve.\n${help()}`)
  if (HELP.includes(name)) return told(help())
  if (VERSION.includes(name)) return told(`bindery, API contract ${CONTRACT_VERSION}`)
  if (name === 'carrier') return carrier(args, environment)
  if (name === 'completion') {
    const { [args[0] ?? '']: completion } = completions
    return completion ? told(completion()) : misused(`Name your shell.\n${COMPLETION}`)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return misused(unknownCommand(name))
  if (args.some(arg => arg === '--help' || arg === '-h'))
    return told(`Usage: bindery ${command.usage}\n${command.help}`)
  const surplus = surplusWordIn(command, args)
  if (surplus !== undefined)
    return misused(`bindery ${name} does not take ${surplus}.\nUsage: bindery ${command.usage}`)
  try {
    refuseTooFewFiles()
    return await command.run(readConfig(environment), args)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`bindery: ${error.message}`)
    return 1
  }
}
