import Type from 'typebox'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { accepted } from '../../platform/http/answer.ts'
import { rotateIntakeToken, type ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lineOf } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { receiptOf } from '../../products/line/acts/receipt.ts'
import type { Json } from '../../products/line/fields/merge.ts'
import type { FollowUp, FollowUpBody, ShopperLine } from '../../products/line/shopper.ts'
import { sparse } from '../../products/line/wire/lean.ts'
import { refuseOtherSandbox } from '../../products/line/wire/sandbox-flag.ts'
import { allLines, lines } from '../../products/lines.ts'

export const uidProperty = { uid: anId('The application, as returned by the prefill.') }

export const IntakeFollowUp = Type.Object(
  {},
  { anyOf: allLines.map(({ shopper }) => sparse(shopper.output)), $id: 'IntakeFollowUp' },
)

const OTHER_UID = 'This intake_access_token is for another uid. Use the uid that came with it.'

export const shopperLineFor = ({ uid: own }: ShopperCaller, uid: string): ShopperLine => {
  const line = uid === own ? lineOf(uid) : null
  return line === null ? fail('not_found', { message: OTHER_UID }) : lines[line].shopper
}

export const withSameToken = (body: FollowUpBody, { token }: ShopperCaller) => ({
  ...body,
  intake_access_token: token,
})

type Input = { uid: string; sandbox?: boolean; credit_consent_pending?: boolean } & Json

export const withoutRepeats = ({ uid: _, sandbox: __, credit_consent_pending: ___, ...input }: Input): Json =>
  input

export const followUp = async (
  app: App,
  caller: ShopperCaller,
  input: Input,
  act: (line: ShopperLine, input: Json) => Promise<FollowUp>,
) => {
  const since = app.clock.now()
  const line = shopperLineFor(caller, input.uid)
  const intake_access_token = await rotateIntakeToken(app, caller)
  const { body, taken } = await act(line, withoutRepeats(input))
  refuseOtherSandbox(input.sandbox, body)
  const reply = { ...body, ...(await receiptOf(app, input.uid, since)), intake_access_token }
  const { status_url: location, poll_after_seconds: retryAfterSeconds } = body
  return taken ? accepted(reply, { location, retryAfterSeconds }) : reply
}
