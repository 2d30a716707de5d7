import { answerOf, type Bindery, type Schemas } from '../../../../client/src/client.ts'
import type { Described, Given } from '../arguments.ts'
import type { Terminal } from './terminal.ts'

export type Homeowners = Schemas['HomeownersQuotesResponse']
export type Umbrella = Schemas['UmbrellaSession']

export type CommandCall = Given & {
  url: string
  credentialsFile: string
  bindery: Bindery
  terminal: Terminal
}

export type Result = { lines: readonly string[]; body: unknown; exitCode?: 0 | 1 }

export type OperatorCommand = Described & {
  needsKey: boolean
  /** Its answer is a record: a table for people, JSON for a pipe. */
  answers?: true
  misuseOf?(given: Given): string | undefined
  run(call: CommandCall): Promise<Result>
}

export const isHomeowners = (uid: string): boolean => uid.startsWith('hom_')

export const readHomeowners = async (bindery: Bindery, uid: string): Promise<Homeowners> =>
  answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body: { uid } }))

export const readUmbrella = async (bindery: Bindery, uid: string): Promise<Umbrella> =>
  answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))
