import type { ParseArgsConfig } from 'node:util'
import type { Bindery, Schemas } from '../../../../client/src/client.ts'
import type { JsonObject } from './read-json.ts'
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

type WaitOptions = { withinSeconds: number; onProgress(asked: number, answered: number): void }

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

/** What the commands do with an application of a line. */
export type LineCommands = {
  /** An intake without a uid is of the line whose questions it answers. */
  isItsIntake(intake: object): boolean
  quote(call: CommandCall, request: JsonObject): Promise<Result>
  status(call: CommandCall, uid: string): Promise<Result>
  watch(call: CommandCall, uid: string, options: WaitOptions): Promise<Result>
  buy(call: CommandCall, uid: string): Promise<Result>
}

export const isAgreed = async (
  { terminal, values }: CommandCall,
  { option, lines, question }: { option: string; lines: string[]; question: string },
): Promise<boolean> => {
  if (values[option] === true) return true
  if (!process.stdin.isTTY) return false
  for (const line of lines) terminal.say(line)
  return terminal.isYes(question)
}
