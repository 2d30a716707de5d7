import { answerOf, type Bindery, type Schemas } from '../../../../client/src/client.ts'
import { waitForHomeownersQuotes } from '../../../../client/src/wait-for-quotes.ts'
import { softCreditCheck } from '../../../products/homeowners/application/consent-words.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import { type CommandCall, type Homeowners, isAgreed, type LineCommands, type Result } from './command.ts'
import type { JsonObject } from './read-json.ts'
import { homeownersLines } from './session-words.ts'

const readHomeowners = async (bindery: Bindery, uid: string): Promise<Homeowners> =>
  answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body: { uid } }))

const shown = (body: Homeowners): Result => ({ lines: homeownersLines(body), body })

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
  if (!needsOnlyCreditCheck(saved)) return shown(saved)
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
    return shown(body)
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

const handOverHomeowners = async (call: CommandCall, uid: string): Promise<Result> => {
  const body = await readHomeowners(call.bindery, uid)
  if (body.detail_status === 'bound') return shown(body)
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

export const homeownersCommands: LineCommands = {
  isItsIntake: intake => 'home' in intake,
  skeleton: exampleIntake,
  quote: quoteHomeowners,
  status: async ({ bindery }, uid) => shown(await readHomeowners(bindery, uid)),
  watch: async ({ bindery }, uid, options) => shown(await waitForHomeownersQuotes(bindery, uid, options)),
  buy: handOverHomeowners,
}
