import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { answerOf, type Schemas } from '../../../../client/src/client.ts'
import { textOf } from '../arguments.ts'
import { askAll, skeletonOf } from './answers.ts'
import {
  type CommandCall,
  isHomeowners,
  type OperatorCommand,
  type Result,
  readHomeowners,
  readUmbrella,
  type Umbrella,
} from './command.ts'
import { readJson } from './read-json.ts'
import { misuse, refuse } from './refusal.ts'
import { homeownersLines, missingAnswers, previewLines, umbrellaLines } from './session-words.ts'
import { untilSettled } from './watch.ts'

const FOLLOWED_SECONDS = 120

const refuseLive = ({ values, args: [uid] }: CommandCall, { sandbox }: { sandbox: boolean }): void => {
  if (!sandbox && values.live !== true)
    refuse(`${uid} is a live purchase: it is real and costs money. Add --live to go on.`)
}

const handOverHomeowners = async (call: CommandCall, uid: string): Promise<Result> => {
  const body = await readHomeowners(call.bindery, uid)
  if (body.detail_status === 'bound') return { lines: homeownersLines(body), body }
  const where = body.sandbox
    ? 'The sandbox sends no email: the page shows the sign-in link when you enter the homeowner’s email.'
    : 'There they sign in by email.'
  return {
    lines: [
      ...homeownersLines(body),
      'Nothing was bought. Only the homeowner can buy: give them the link.',
      where,
    ],
    body,
    exitCode: 1,
  }
}

const offerNames = ({ offers = [] }: Umbrella): string => offers.map(({ carrier }) => carrier).join(', ')

const chosenToken = async ({ terminal, values }: CommandCall, session: Umbrella): Promise<string> => {
  const { offers = [], selected_offer } = session
  const named = textOf(values, 'offer')
  if (named === undefined && selected_offer) return selected_offer.selection_token
  if (named === undefined) for (const line of umbrellaLines(session)) terminal.say(line)
  const carrier = (named ?? (await terminal.ask('Which carrier did the buyer choose?')) ?? '').toLowerCase()
  const found = offers.filter(offer => carrier !== '' && offer.carrier.toLowerCase().includes(carrier))
  const [only] = found
  if (only && found.length === 1) return only.selection_token
  return refuse(
    `Name the carrier the buyer chose with --offer. ${offers.length > 0 ? `Offers: ${offerNames(session)}.` : 'There are no offers.'}`,
  )
}

const creditAnswer = async ({ terminal, values }: CommandCall, session: Umbrella): Promise<'Yes' | 'No'> => {
  const { credit_consent_question: question } = session
  const given = textOf(values, 'credit-consent')
  if (given === undefined && question) terminal.say(`Ask the buyer, word for word:\n  ${question.text}`)
  const answer = (given ?? (await terminal.ask('The buyer’s own answer, Yes or No:')) ?? '').toLowerCase()
  if (answer === 'yes') return 'Yes'
  if (answer === 'no') return 'No'
  return refuse('The buyer must answer the credit question. Add --credit-consent Yes or --credit-consent No.')
}

const answersOf = async ({ terminal, values }: CommandCall, session: Umbrella) => {
  const file = textOf(values, 'answers')
  if (file !== undefined) return readJson(file)
  if (!session.next_question) return undefined
  if (terminal.isForPeople) return askAll(terminal, session.next_question)
  return refuse(
    [
      'The application needs these answers before the purchase. Send them with --answers FILE, which --skeleton begins.',
      ...missingAnswers(session),
    ].join('\n'),
  )
}

const skeleton = async ({ bindery, args: [uid = ''] }: CommandCall): Promise<Result> => {
  const { next_question } = await readUmbrella(bindery, uid)
  if (!next_question) return refuse('Nothing is missing: buy without --answers.')
  const body = skeletonOf(next_question)
  return { lines: [JSON.stringify(body, null, 2)], body }
}

const select = async (call: CommandCall, session: Umbrella): Promise<Umbrella> => {
  const intake = await answersOf(call, session)
  const selection_token = await chosenToken(call, session)
  const answer = await creditAnswer(call, session)
  return answerOf(
    await call.bindery.POST('/api/agent/umbrella/select', {
      body: {
        uid: session.uid,
        selection_token,
        selection_confirmed: true,
        credit_consent: { answer, collected_from_user: true },
        ...(intake && { intake: intake as Schemas['UmbrellaIntake'] }),
      },
    }),
  )
}

const bind = async ({ bindery, terminal, values }: CommandCall, session: Umbrella): Promise<Umbrella> => {
  for (const line of previewLines(session)) terminal.say(line)
  if (values.yes !== true && !(await terminal.isYes('Is every word true, and do you want to buy?')))
    return refuse('Nothing was bought. To buy, answer yes or add --yes.')
  return answerOf(
    await bindery.POST('/api/agent/umbrella/bind', { body: { uid: session.uid, bind_confirmed: true } }),
  )
}

const attachmentIn = async (document: string): Promise<Schemas['Attachments'][number]> => {
  const [, type, file = ''] = /^(declarations|auto_declarations)=(.+)$/.exec(document) ?? []
  if (type !== 'declarations' && type !== 'auto_declarations')
    return misuse('--document takes declarations=FILE or auto_declarations=FILE.')
  const content = await readFile(file, 'base64').catch(() => refuse(`${file} can't be read. Check the path.`))
  return { type, filename: basename(file), content }
}

const attach = async ({ bindery, values }: CommandCall, { uid }: Umbrella): Promise<Umbrella> => {
  const attachments = await Promise.all([values.document ?? []].flat().map(String).map(attachmentIn))
  if (attachments.length > 0)
    answerOf(await bindery.POST('/api/agent/umbrella/attach', { body: { uid, attachments } }))
  return readUmbrella(bindery, uid)
}

const CHOOSES = ['quoted', 'credit_consent_required', 'needs_more_info_to_bind']
const NOT_BOUGHT = [
  'needs_more_info',
  'ready_for_review',
  'ineligible',
  'pending_quotes',
  'no_quotes',
  'blocked',
]

const buyUmbrella = async (call: CommandCall, uid: string): Promise<Umbrella> => {
  let session = await readUmbrella(call.bindery, uid)
  refuseLive(call, session)
  if (CHOOSES.includes(session.status)) session = await select(call, session)
  if (session.status === 'ready_to_finalize') session = await bind(call, session)
  session = await untilSettled(call, session, FOLLOWED_SECONDS)
  if (session.status !== 'documents_needed') return session
  return untilSettled(call, await attach(call, session), FOLLOWED_SECONDS)
}

export const buy: OperatorCommand = {
  usage: 'buy UID',
  help: 'Buy umbrella coverage. The homeowner buys home insurance.',
  details: [
    'Shows the purchase and what you state by buying it, then asks. Buys in the sandbox only, unless you add --live.',
    'For a homeowners UID it prints the link where the homeowner buys, and ends with 1.',
    '--offer CARRIER             the offer the buyer chose',
    '--credit-consent Yes|No     the buyer’s own answer to the credit question',
    '--answers FILE              JSON with the answers that are still missing (default: asks for them on a terminal)',
    '--skeleton                  print that JSON with a description in place of each answer, and buy nothing',
    '--document TYPE=FILE        declarations or auto_declarations, as PDF, PNG, or JPEG; can be repeated',
    '--yes                       buy without being asked',
    '--live                      allow a real purchase',
  ],
  options: {
    offer: { type: 'string' },
    'credit-consent': { type: 'string' },
    answers: { type: 'string' },
    skeleton: { type: 'boolean' },
    document: { type: 'string', multiple: true },
    yes: { type: 'boolean' },
    live: { type: 'boolean' },
  },
  takes: { least: 1, most: 1 },
  needsKey: true,
  answers: true,
  async run(call) {
    const [uid = ''] = call.args
    if (isHomeowners(uid)) return handOverHomeowners(call, uid)
    if (call.values.skeleton === true) return skeleton(call)
    const body = await buyUmbrella(call, uid)
    const isOrdered = ![...NOT_BOUGHT, ...CHOOSES].includes(body.status)
    return { lines: umbrellaLines(body), body, exitCode: isOrdered ? 0 : 1 }
  },
}
