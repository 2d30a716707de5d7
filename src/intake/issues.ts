import Type from 'typebox'
import { operation } from '../app.ts'
import type { ShopperCaller } from '../key/intake-token.ts'
import { intakeVersion } from '../line/record/store.ts'
import { IntakeFollowUp, lineFor, seen, uidProperty } from './follow-up.ts'

export const IntakeIssuesRequest = Type.Object(uidProperty, {
  $id: 'IntakeIssuesRequest',
  additionalProperties: false,
})

/** Where somebody else acts next: carriers, the agency, or the person on a page. */
const waiting = [
  'pending_quotes',
  'signature_needed',
  'chosen',
  'documents_pending_review',
  'payment_needed',
  'waiting_on_carrier',
]

export const issues = operation({
  id: 'intakeIssues',
  summary: 'See what is open in an application, its offers and what comes next.',
  description:
    'Changes nothing and keeps the token. The answer can wait until a carrier, the agency or the person has done something: with Prefer: wait=25 over HTTP, by itself as an MCP tool. It may come sooner, with nothing changed.',
  guidance: {
    before: 'a prefill, or any later answer, gives the token.',
    onFailure:
      '401: use the token of the latest answer, or have the person open resume_url. 404: not this uid.',
  },
  input: IntakeIssuesRequest,
  output: IntakeFollowUp,
  failures: [404],
  reads: true,
  waits: {
    stateOf: body => {
      const { status } = body as { status: string }
      return waiting.includes(status) ? status : null
    },
    versionOf: ({ db }, { uid }) => intakeVersion(db, { uid }),
  },
  run: async (app, caller: ShopperCaller, { uid }) =>
    seen(await lineFor(caller, uid).view(app, caller), caller),
})
