import cluster from 'node:cluster'
import {
  type Command,
  type Described,
  type Given,
  helpOf,
  readArguments,
  textOf,
} from './doors/cli/arguments.ts'
import { audit } from './doors/cli/audit.ts'
import { checkCommand } from './doors/cli/carrier/check-command.ts'
import { simulateCommand } from './doors/cli/carrier/simulate-command.ts'
import { copies } from './doors/cli/copies.ts'
import { demo } from './doors/cli/demo.ts'
import { doctor } from './doors/cli/doctor.ts'
import { tellRefusal } from './doors/cli/operator/refusal.ts'
import { operatorCommands } from './doors/cli/operator/run.ts'
import { processCount } from './doors/cli/processes/count.ts'
import { superviseProcesses } from './doors/cli/processes/supervise.ts'
import { rules } from './doors/cli/rules.ts'
import { seal } from './doors/cli/seal.ts'
import { serve } from './doors/cli/serve.ts'
import { mail, migrateOnly, oauth, resealAll, staff } from './doors/cli/upkeep.ts'
import { withApp } from './doors/cli/with-app.ts'
import { migrateAll } from './open-app.ts'
import type { Env } from './platform/config/env.ts'
import { refuseTooFewFiles } from './platform/config/open-files.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { CONTRACT_VERSION } from './platform/http/versions.ts'
import { closest } from './platform/lib/closest.ts'

const onConfig =
  (run: (config: Config, given: Given) => Promise<number>): Command['run'] =>
  (environment, given) => {
    refuseTooFewFiles()
    return run(readConfig(environment), given)
  }

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--processes N] [--no-worker|--demo]',
    help: 'Answer requests and run jobs. Production starts one process per core.',
    options: {
      processes: { type: 'string' },
      'no-worker': { type: 'boolean' },
      demo: { type: 'boolean' },
    },
    run: onConfig((config, { values }) => {
      if (values.demo) return demo(config)
      const count = processCount(config, textOf(values, 'processes'))
      return cluster.isPrimary && count > 1
        ? superviseProcesses(config, count, log => withApp(config, migrateAll, log))
        : serve(config, { serve: true, work: !values['no-worker'] })
    }),
  },
  demo: {
    usage: 'demo',
    help: 'The same as serve --demo: start with invented applications in every status.',
    run: onConfig(demo),
  },
  worker: {
    usage: 'worker',
    help: 'Run jobs only.',
    run: onConfig(config => serve(config, { serve: false, work: true })),
  },
  migrate: {
    usage: 'migrate',
    help: 'Bring the database up to date, then exit.',
    run: onConfig(migrateOnly),
  },
  doctor: {
    usage: 'doctor',
    help: 'Check settings, database and email, and say what to fix.',
    run: onConfig(doctor),
  },
  audit: {
    usage: 'audit verify|anchor',
    help: 'Check that nothing was tampered with (--anchor FILE), or print a signed anchor.',
    options: { anchor: { type: 'string' } },
    takes: { least: 0, most: 1 },
    run: onConfig(audit),
  },
  mail: {
    usage: 'mail [retry EMAIL_ID]',
    help: 'List emails that could not be sent, or send one again.',
    takes: { least: 0, most: 2 },
    run: onConfig(mail),
  },
  copies: {
    usage: 'copies [ACTION NAME]',
    help: 'List the copies of the embedded database from before upgrades, or go back to one.',
    details: ['copies restore NAME  make it the database again', 'copies delete NAME   delete it'],
    takes: { least: 0, most: 2 },
    run: onConfig(copies),
  },
  staff: {
    usage: 'staff [reset EMAIL]',
    help: 'List who works at the desk, or remove the second factor of someone who lost it.',
    takes: { least: 0, most: 2 },
    run: onConfig(staff),
  },
  reseal: {
    usage: 'reseal',
    help: 'After rotating SECRET_KEY, seal everything with its first key.',
    run: onConfig(resealAll),
  },
  seal: {
    usage: 'seal [--now]',
    help: 'Say which rows have no seal, and with --now trust and seal them.',
    options: { now: { type: 'boolean' } },
    run: onConfig(seal),
  },
  rules: {
    usage: 'rules',
    help: 'List the state rules with their sources, what has no source, and what is old.',
    run: onConfig(rules),
  },
  oauth: {
    usage: 'oauth rotate-keys',
    help: 'Sign identity assertions with a new key from now on.',
    takes: { least: 0, most: 1 },
    run: onConfig(oauth),
  },
}

const carrierCommands: Record<string, Command> = { simulate: simulateCommand, check: checkCommand }

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
  [...Object.keys(commands), ...Object.keys(operatorCommands), CARRIER, 'completion', 'help', 'version'].join(
    ' ',
  )

/** One line that a shell's own file of settings can run. */
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
  const meant = closest(name, [...Object.keys(commands), ...Object.keys(operatorCommands), CARRIER])
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

const forCarriers = ([name = '', ...typed]: string[], environment: Env): number | Promise<number> => {
  const command = Object.hasOwn(carrierCommands, name) ? carrierCommands[name] : undefined
  if (command) return run(command, typed, environment)
  const both = `Usage: bindery carrier simulate|check\n${listed(carrierCommands)}`
  return HELP.includes(name) ? told(both) : misused(`Name one of them.\n${both}`)
}

export const runCommand = async ([name, ...args]: string[], environment: Env): Promise<number> => {
  if (name === undefined) return misused(`Name a command, such as bindery serve.\n${help()}`)
  if (HELP.includes(name)) return told(help())
  if (VERSION.includes(name)) return told(`bindery, API contract ${CONTRACT_VERSION}`)
  if (name === CARRIER) return forCarriers(args, environment)
  if (name === 'completion') {
    const { [args[0] ?? '']: completion } = completions
    return completion ? told(completion()) : misused(`Name your shell.\n${COMPLETION}`)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? run(command, args, environment) : misused(unknownCommand(name))
}
