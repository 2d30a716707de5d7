import cluster from 'node:cluster'
import { audit } from './cli/audit.ts'
import { carrier } from './cli/carrier/carrier.ts'
import { demo } from './cli/demo.ts'
import { doctor } from './cli/doctor.ts'
import { mail } from './cli/mail.ts'
import { migrateOnly } from './cli/migrate.ts'
import { oauth } from './cli/oauth.ts'
import { operatorCommands } from './cli/operator/run.ts'
import { processCount } from './cli/processes/count.ts'
import { superviseProcesses } from './cli/processes/supervise.ts'
import { resealAll } from './cli/reseal.ts'
import { rules } from './cli/rules.ts'
import { serve } from './cli/serve.ts'
import type { Env } from './config/env.ts'
import { type Config, ConfigError, readConfig } from './config.ts'

type Command = { usage: string; help: string; run(config: Config, args: string[]): Promise<number> }

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--processes N] [--no-worker|--demo]',
    help: 'Answer requests and run jobs. Production starts one process per core.',
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
    run: audit,
  },
  mail: {
    usage: 'mail [retry EMAIL_ID]',
    help: 'List emails that could not be sent, or send one again.',
    run: mail,
  },
  reseal: {
    usage: 'reseal',
    help: 'After rotating SECRET_KEY, seal everything with its first key.',
    run: resealAll,
  },
  rules: {
    usage: 'rules',
    help: 'List the state rules with their sources, what has no source, and what is old.',
    run: rules,
  },
  oauth: {
    usage: 'oauth rotate-keys',
    help: 'Sign identity assertions with a new key from now on.',
    run: oauth,
  },
}

type Described = { usage: string; help: string }

const carrierCommands: Record<string, Described> = {
  simulate: { usage: 'carrier simulate', help: 'Stand in for a carrier over HTTP.' },
  check: { usage: 'carrier check ID', help: 'Check that a carrier’s endpoint keeps the contract.' },
}

const listed = (table: Record<string, Described>): string =>
  Object.values(table)
    .map(({ usage, help: text }) => `  bindery ${usage.padEnd(28)}${text}`)
    .join('\n')

const help = (): string =>
  `Usage:\n${listed(commands)}\n\nFor carriers (add --help to each):\n${listed(carrierCommands)}\n\nFor operators, from anywhere (add --help to each):\n${listed(operatorCommands)}`

const FLAGS: Record<string, string[]> = {
  serve: ['--processes', '--no-worker', '--demo'],
  audit: ['--anchor'],
}

const unknownFlag = (name: string, args: string[]): string | undefined =>
  args.find(arg => arg.startsWith('-') && !FLAGS[name]?.includes(arg))

export const runCommand = async ([name = 'serve', ...args]: string[], environment: Env): Promise<number> => {
  if (name === 'carrier') return carrier(args, environment)
  const command = commands[name]
  if (command && args.includes('--help')) {
    console.log(`Usage: bindery ${command.usage}\n${command.help}`)
    return 0
  }
  if (!command || unknownFlag(name, args) !== undefined) {
    console.error(help())
    return name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    return await command.run(readConfig(environment), args)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(`bindery: ${error.message}`)
    return 1
  }
}
