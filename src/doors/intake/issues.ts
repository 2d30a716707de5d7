import Type from 'typebox'
import { operation } from '../../platform/app.ts'
import { readAtOnce } from '../../platform/db/transact.ts'
import type { ShopperCaller } from '../../platform/key/shopper/intake-token.ts'
import { lineOf } from '../../platform/lines.ts'
import { intakeVersion } from '../../products/line/record/store.ts'
import type { FollowUpBody } from '../../products/line/shopper.ts'
import { ExpandField, lean } from '../../products/line/wire/lean.ts'
import { lines } from '../../products/lines.ts'
import { IntakeFollowUp, shopperLineFor, uidProperty, withSameToken } from './follow-up.ts'

const IntakeIssuesRequest = Type.Object(
  { ...uidProperty, expand: ExpandField },
  {
    $id: 'IntakeIssuesRequest',
    additionalProperties: false,
  },
)

export const issues = operation({
  id: 'intakeIssues',
  summary: 'Get the open items of an application, its offers, and the next step.',
  description:
    'Read-only; the token stays the same. With Prefer: wait=25 over HTTP, the response waits until a carrier, the agency, or the person acts, but may come sooner.',
  guidance: {
    before: 'get the token from the prefill or any later response.',
    onFailure:
      '401: use the token from the latest response, or ask the person to open resume_url. 404: the token is for a different uid.',
  },
  input: IntakeIssuesRequest,
  output: IntakeFollowUp,
  lean,
  failures: [404],
  reads: true,
  waits: {
    stateOf: body => {
      const seen = body as FollowUpBody
      const line = lineOf(seen.uid)
      return line && lines[line].shopper.waitsFor(seen)
    },
    versionOf: ({ db }, { uid }) => intakeVersion(db, { uid }),
  },
  // Reads in one snapshot, so a carrier's answer to the order is seen with all its effects or not at all.
  run: async (app, caller: ShopperCaller, { uid }) =>
    withSameToken(await readAtOnce(app, inside => shopperLineFor(caller, uid).view(inside, caller)), caller),
})
