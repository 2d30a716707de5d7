import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Env } from '../../platform/config/env.ts'
import { misuse } from './operator/refusal.ts'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>
export type Given = { args: readonly string[]; values: Values }

export type Described = {
  usage: string
  help: string
  details?: readonly string[]
  options?: Options
  /** How many words it takes besides its options. None unless told. */
  takes?: { least: number; most: number }
}

export type Command = Described & { run(environment: Env, given: Given): Promise<number> }

const HELP = { help: { type: 'boolean', short: 'h' } } as const

export const readArguments = (
  { usage, options, takes: { least, most } = { least: 0, most: 0 } }: Described,
  typed: readonly string[],
): Given => {
  const { values, positionals: args } = parseArgs({
    args: [...typed],
    options: { ...options, ...HELP },
    allowPositionals: true,
  })
  const [surplus] = args.slice(most)
  if (!values.help && surplus !== undefined)
    misuse(`It does not take ${surplus}.\nUsage: bindery ${usage}\nAdd --help for the options.`)
  if (!values.help && args.length < least) misuse(`Usage: bindery ${usage}\nAdd --help for the options.`)
  return { args, values: values as Values }
}

export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export const helpOf = ({ usage, help, details = [] }: Described): string =>
  [
    `Usage: bindery ${usage}`,
    help,
    ...(details.length > 0 ? [''] : []),
    ...details.map(line => `  ${line}`),
  ].join('\n')
