import type { ParseArgsConfig } from 'node:util'
import { answerOf, type Bindery, type Schemas } from '../../../../client/src/client.ts'
import type { Terminal } from './terminal.ts'

export type Homeowners = Schemas['HomeownersQuotesResponse']
export type Umbrella = Schemas['UmbrellaSession']

export type CommandValues = Record<string, string | boolean | (string | boolean)[] | undefined>

export type CommandCall = {
  url: string
  credentialsFile: string
  bindery: Bindery
  terminal: Terminal
  args: readonly string[]
  values: CommandValues
}

export type Result = { lines: readonly string[]; body: unknown; exitCode?: 0 | 1 }

export type OperatorCommand = {
  usage: string
  help: string
  details?: readonly string[]
  options?: NonNullable<ParseArgsConfig['options']>
  takes: { least: number; most: number }
  needsKey: boolean
  misuseOf?(args: readonly string[], values: CommandValues): string | undefined
  run(call: CommandCall): Promise<Result>
}

export const textOf = (values: CommandValues, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export const isHomeowners = (uid: string): boolean => uid.startsWith('hom_')

export const readHomeowners = async (bindery: Bindery, uid: string): Promise<Homeowners> =>
  answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body: { uid } }))

export const readUmbrella = async (bindery: Bindery, uid: string): Promise<Umbrella> =>
  answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))
