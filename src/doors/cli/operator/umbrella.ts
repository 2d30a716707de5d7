import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { answerOf, type Bindery, type Schemas } from '../../../../client/src/client.ts'
import { waitForUmbrellaPolicy } from '../../../../client/src/wait-for-policy.ts'
import { waitForUmbrellaQuotes } from '../../../../client/src/wait-for-quotes.ts'
import { applicationReview } from '../../../products/umbrella/consent-words.ts'
import { exampleIntake } from '../../../products/umbrella/examples.ts'
import { textOf } from '../arguments.ts'
import { askAll, skeletonOf } from './answers.ts'
import { type CommandCall, isAgreed, type LineCommands, type Result, type Umbrella } from './command.ts'
import { type JsonObject, readJson } from './read-json.ts'
import { misuse, refuse } from './refusal.ts'
import { missingAnswers, previewLines, reviewLines, umbrellaLines } from './session-words.ts'

const readUmbrella = async (bindery: Bindery, uid: string): Promise<Umbrella> =>
  answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))

const shown = (body: Umbrella): Result => ({ lines: umbrellaLines(body), body })

const draft = async ({ bindery }: CommandCall, body: JsonObject): Promise<Umbrella> =>
  answerOf(await bindery.POST('/api/agent/umbrella/draft', { body: body as Schemas['UmbrellaDraftRequest'] }))

const quoteUmbrella = async (call: CommandCall, request: JsonObject): Promise<Result> => {
  const { uid, ...rest } = request
  const isOnlyUid = typeof uid === 'string' && Object.keys(rest).length === 0
  const drafted = isOnlyUid ? await readUmbrella(call.bindery, uid) : await draft(call, request)
  const { review_token } = drafted
  if (drafted.status !== 'ready_for_review' || review_token === undefined) return shown(drafted)
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
    return shown(body)
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

const untilSettled = (
  { bindery, terminal }: Pick<CommandCall, 'bindery' | 'terminal'>,
  { uid }: Umbrella,
  withinSeconds = Number.POSITIVE_INFINITY,
): Promise<Umbrella> => {
  terminal.wait('Waiting for the policy')
  return waitForUmbrellaPolicy(bindery, uid, {
    withinSeconds,
    onChange: ({ response_summary }) => {
      terminal.say(response_summary)
      terminal.wait('Waiting for the policy')
    },
  }).finally(() => terminal.endProgress())
}

const FOLLOWED_SECONDS = 120

const refuseLive = ({ values, args: [uid] }: CommandCall, { sandbox }: { sandbox: boolean }): void => {
  if (!sandbox && values.live !== true)
    refuse(`${uid} is a live purchase: it is real and costs money. Add --live to go on.`)
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

const skeleton = async ({ bindery }: CommandCall, uid: string): Promise<Result> => {
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

const UNFINISHED_CHOICE = ['credit_consent_required', 'needs_more_info_to_bind']
const isUnfinished = ({ status }: Umbrella): boolean => UNFINISHED_CHOICE.includes(status)

const buyUmbrella = async (call: CommandCall, uid: string): Promise<Umbrella> => {
  let session = await readUmbrella(call.bindery, uid)
  refuseLive(call, session)
  if (session.stage === 'quoted' || isUnfinished(session)) session = await select(call, session)
  if (session.status === 'ready_to_finalize') session = await bind(call, session)
  session = await untilSettled(call, session, FOLLOWED_SECONDS)
  if (session.status !== 'documents_needed') return session
  return untilSettled(call, await attach(call, session), FOLLOWED_SECONDS)
}

export const umbrellaCommands: LineCommands = {
  isItsIntake: () => false,
  skeleton: exampleIntake,
  quote: quoteUmbrella,
  status: async ({ bindery }, uid) => shown(await readUmbrella(bindery, uid)),
  watch: async (call, uid, options) =>
    shown(await untilSettled(call, await waitForUmbrellaQuotes(call.bindery, uid, options))),
  async buy(call, uid) {
    if (call.values.skeleton === true) return skeleton(call, uid)
    const body = await buyUmbrella(call, uid)
    const isOrdered = ['buying', 'bound'].includes(body.stage) && !isUnfinished(body)
    return { ...shown(body), exitCode: isOrdered ? 0 : 1 }
  },
}
