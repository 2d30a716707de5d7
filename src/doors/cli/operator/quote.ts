import { lineNames } from '../../../platform/lines.ts'
import { textOf } from '../arguments.ts'
import type { CommandCall, LineCommands, OperatorCommand } from './command.ts'
import { commandsFor, commandsOf, lineOfIntake } from './lines.ts'
import { type JsonObject, readJson } from './read-json.ts'
import { misuse } from './refusal.ts'

const requestIn = (file: JsonObject): JsonObject => ('intake' in file ? file : { intake: file })

const EITHER = lineNames.join(' or ')

const commandsIn = ({ values }: CommandCall, { uid, intake }: JsonObject): LineCommands => {
  const named = textOf(values, 'line')
  const line = named === undefined ? undefined : lineNames.find(name => name === named)
  if (named !== undefined) return line ? commandsOf(line) : misuse(`--line must be ${EITHER}, not ${named}.`)
  if (typeof uid === 'string') return commandsFor(uid)
  const found = lineOfIntake(intake)
  return found ? commandsOf(found) : misuse(`Add ${lineNames.map(name => `--line ${name}`).join(' or ')}.`)
}

const sandboxOf = ({ values }: CommandCall, request: JsonObject): JsonObject => {
  if (request.uid !== undefined) return {}
  const sandbox = values.live !== true
  if (request.sandbox !== undefined && request.sandbox !== sandbox)
    return misuse(
      sandbox
        ? 'The file says sandbox: false. Add --live if this is a real customer.'
        : 'The file says sandbox: true. Remove it, or remove --live.',
    )
  return { sandbox }
}

const requestOf = async (call: CommandCall): Promise<JsonObject> => {
  const { args, values } = call
  const uid = textOf(values, 'uid')
  const [file] = args
  const request = {
    ...(file !== undefined && requestIn(await readJson(file))),
    ...(uid !== undefined && { uid }),
  }
  return { ...request, ...sandboxOf(call, request) }
}

export const quote: OperatorCommand = {
  usage: 'quote FILE|-',
  help: 'Send an application and ask carriers for quotes.',
  details: [
    'FILE holds the JSON body of the API call, or only its intake. - reads standard input.',
    'Prints what is missing, or asks for the consent that comes next.',
    `--line LINE           ${EITHER}`,
    '--uid UID             continue an application; FILE is optional then',
    '--skeleton            print such a file with an invented customer, to fill in',
    '--live                a real customer (default: the sandbox)',
    '--credit-authorized   homeowners: the homeowner said yes to the credit question',
    '--reviewed            umbrella: the buyer saw the whole review and agreed to it',
  ],
  options: {
    line: { type: 'string' },
    uid: { type: 'string' },
    live: { type: 'boolean' },
    skeleton: { type: 'boolean' },
    'credit-authorized': { type: 'boolean' },
    reviewed: { type: 'boolean' },
  },
  takes: { least: 0, most: 1 },
  needsKey: true,
  answers: true,
  misuseOf: ({ args: [file], values: { uid, skeleton } }) =>
    file === undefined && uid === undefined && !skeleton
      ? 'Name a file with the application, or - for standard input.'
      : undefined,
  async run(call) {
    if (call.values.skeleton === true) {
      const body = { intake: commandsIn(call, {}).skeleton }
      return { lines: [JSON.stringify(body, null, 2)], body }
    }
    const request = await requestOf(call)
    return commandsIn(call, request).quote(call, request)
  },
}
