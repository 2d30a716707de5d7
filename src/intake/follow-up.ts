import Type from 'typebox'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { accepted } from '../http/answer.ts'
import { rotateIntakeToken, type ShopperCaller } from '../key/intake-token.ts'
import { anId } from '../line/fields/intake-schema.ts'
import type { Json } from '../line/fields/merge.ts'
import type { FollowUp, FollowUpBody, ShopperLine } from '../line/shopper.ts'
import { allLines, lineOf, lines } from '../lines.ts'

export const uidProperty = { uid: anId('The application, as the prefill named it.') }

/** The body of the intake's own line. */
export const IntakeFollowUp = {
  ...Type.Object({}),
  anyOf: allLines.map(({ shopper }) => shopper.output),
  $id: 'IntakeFollowUp',
} as unknown as ReturnType<typeof Type.Object<Record<never, never>>>

/** A token opens its own intake; any other is not there, the same as one that never was. */
export const lineFor = ({ uid: own }: ShopperCaller, uid: string): ShopperLine => {
  const line = uid === own ? lineOf(uid) : null
  return line === null ? fail('not_found') : lines[line].shopper
}

/** A look keeps the token that it came with. */
export const seen = (body: FollowUpBody, { token }: ShopperCaller) => ({
  ...body,
  intake_access_token: token,
})

type Input = { uid: string } & Json

/** A change: the token first, so that of two with the same token one is done and the other leaves nothing behind. */
export const followUp = async (
  app: App,
  caller: ShopperCaller,
  { uid, ...input }: Input,
  act: (line: ShopperLine, input: Json) => Promise<FollowUp>,
) => {
  const line = lineFor(caller, uid)
  const intake_access_token = await rotateIntakeToken(app, caller)
  const { body, taken } = await act(line, input)
  const answer = { ...body, intake_access_token }
  const { status_url: location, poll_after_seconds: retryAfterSeconds } = body
  return taken ? accepted(answer, { location, retryAfterSeconds }) : answer
}
