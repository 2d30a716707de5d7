import { answerOf, type Schemas } from '../../../../client/src/client.ts'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { exampleIntake as exampleHome } from '../../../products/homeowners/application/examples.ts'
import { applicationReview } from '../../../products/umbrella/consent-words.ts'
import { exampleIntake as exampleHousehold } from '../../../products/umbrella/examples.ts'
import { textOf } from '../arguments.ts'
import {
  type CommandCall,
  type Homeowners,
  isHomeowners,
  type OperatorCommand,
  type Result,
  readHomeowners,
  readUmbrella,
  type Umbrella,
} from './command.ts'
import { type JsonObject, readJson } from './read-json.ts'
import { misuse } from './refusal.ts'
import { homeownersLines, reviewLines, umbrellaLines } from './session-words.ts'

type Line = 'homeowners' | 'umbrella'

const requestIn = (file: JsonObject): JsonObject => ('intake' in file ? file : { intake: file })

const lineOf = ({ values }: CommandCall, { uid, intake }: JsonObject): Line => {
  const line = textOf(values, 'line')
  if (line === 'homeowners' || line === 'umbrella') return line
  if (line !== undefined) return misuse(`--line must be homeowners or umbrella, not ${line}.`)
  if (typeof uid === 'string') return isHomeowners(uid) ? 'homeowners' : 'umbrella'
  if (intake !== null && typeof intake === 'object' && 'home' in intake) return 'homeowners'
  return misuse('Add --line homeowners or --line umbrella.')
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

const isAgreed = async (
  { terminal, values }: CommandCall,
  { option, lines, question }: { option: string; lines: string[]; question: string },
): Promise<boolean> => {
  if (values[option] === true) return true
  if (!process.stdin.isTTY) return false
  for (const line of lines) terminal.say(line)
  return terminal.isYes(question)
}

const sendHomeowners = async ({ bindery }: CommandCall, body: JsonObject): Promise<Homeowners> =>
  answerOf(
    await bindery.POST('/api/agent/homeowners/quotes', {
      body: body as Schemas['HomeownersQuotesRequest'],
    }),
  )

const needsOnlyCreditCheck = ({ missing_fields }: Homeowners): boolean =>
  missing_fields.length === 1 && missing_fields[0] === 'credit_check_authorized'

const quoteHomeowners = async (call: CommandCall, request: JsonObject): Promise<Result> => {
  const { uid, ...rest } = request
  const isOnlyUid = typeof uid === 'string' && Object.keys(rest).length === 0
  const saved = isOnlyUid ? await readHomeowners(call.bindery, uid) : await sendHomeowners(call, request)
  if (!needsOnlyCreditCheck(saved)) return { lines: homeownersLines(saved), body: saved }
  const isAuthorized = await isAgreed(call, {
    option: 'credit-authorized',
    lines: [
      ...homeownersLines(saved),
      'Show the homeowner the application, then ask in these words:',
      `  ${softCreditCheck.words}`,
    ],
    question: 'Did the homeowner say yes?',
  })
  if (isAuthorized) {
    const body = await sendHomeowners(call, { uid: saved.uid, credit_check_authorized: true })
    return { lines: homeownersLines(body), body }
  }
  return {
    lines: [
      ...homeownersLines(saved),
      'Ask the homeowner in these words:',
      `  ${softCreditCheck.words}`,
      `After their yes: bindery quote --uid ${saved.uid} --credit-authorized`,
    ],
    body: saved,
  }
}

const draft = async ({ bindery }: CommandCall, body: JsonObject): Promise<Umbrella> =>
  answerOf(await bindery.POST('/api/agent/umbrella/draft', { body: body as Schemas['UmbrellaDraftRequest'] }))

const quoteUmbrella = async (call: CommandCall, request: JsonObject): Promise<Result> => {
  const { uid, ...rest } = request
  const isOnlyUid = typeof uid === 'string' && Object.keys(rest).length === 0
  const drafted = isOnlyUid ? await readUmbrella(call.bindery, uid) : await draft(call, request)
  const { review_token } = drafted
  if (drafted.status !== 'ready_for_review' || review_token === undefined)
    return { lines: umbrellaLines(drafted), body: drafted }
  const isReviewed = await isAgreed(call, {
    option: 'reviewed',
    lines: [...reviewLines(drafted), 'The buyer must agree to this:', `  ${applicationReview.words}`],
    question: 'Did the buyer see all of this and agree?',
  })
  if (isReviewed) {
    const body = answerOf(
      await call.bindery.POST('/api/agent/umbrella/quotes', {
        body: { uid: drafted.uid, review_token, review_confirmed: true },
      }),
    )
    return { lines: umbrellaLines(body), body }
  }
  return {
    lines: [
      ...umbrellaLines(drafted),
      'Show the buyer all of this. They must agree to this:',
      `  ${applicationReview.words}`,
      `After their yes: bindery quote --uid ${drafted.uid} --reviewed`,
    ],
    body: drafted,
  }
}

export const quote: OperatorCommand = {
  usage: 'quote FILE|-',
  help: 'Send an application and ask carriers for quotes.',
  details: [
    'FILE holds the JSON body of the API call, or only its intake. - reads standard input.',
    'Prints what is missing, or asks for the consent that comes next.',
    '--line LINE           homeowners or umbrella',
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
      const body = { intake: lineOf(call, {}) === 'homeowners' ? exampleHome : exampleHousehold }
      return { lines: [JSON.stringify(body, null, 2)], body }
    }
    const request = await requestOf(call)
    return lineOf(call, request) === 'homeowners'
      ? quoteHomeowners(call, request)
      : quoteUmbrella(call, request)
  },
}
