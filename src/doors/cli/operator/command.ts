import type { Bindery, Schemas } from '../../../../client/src/client.ts'
import type { Described, Given } from '../arguments.ts'
import type { JsonObject } from './read-json.ts'
import type { Terminal } from './terminal.ts'

export type Homeowners = Schemas['HomeownersQuotesResponse']
export type Umbrella = Schemas['UmbrellaSession']

export type CommandCall = Given & {
  url: string
  credentialsFile: string
  bindery: Bindery
  terminal: Terminal
}

type WaitOptions = { withinSeconds: number; onProgress(asked: number, answered: number): void }

export type Result = { lines: readonly string[]; body: unknown; exitCode?: 0 | 1 }

export type OperatorCommand = Described & {
  needsKey: boolean
  answers?: true
  misuseOf?(given: Given): string | undefined
  run(call: CommandCall): Promise<Result>
}

export type LineCommands = {
  /** An intake without a uid is of the line whose questions it answers. */
  isItsIntake(intake: object): boolean
  skeleton: object
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
