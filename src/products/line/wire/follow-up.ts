import Type from 'typebox'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { receiptProperty } from './answer-schema.ts'

const closed = { additionalProperties: false } as const

export const followUpProperties = {
  ...receiptProperty,
  verification: Type.Optional(
    Type.Object(
      {
        required: Type.Boolean({
          description: 'The person must open a link that we email to the address on the application.',
        }),
        sent: Type.Boolean({ description: 'The email with the link is on its way.' }),
      },
      { ...closed, description: 'Before carriers are asked or anything is bought, the address is proven.' },
    ),
  ),
  status_url: Type.String({ format: 'uri' }),
  poll_request: Type.Object(
    { method: Type.Enum(['GET']), url: Type.String({ format: 'uri' }) },
    { ...closed, description: 'Send it with the token of the latest answer.' },
  ),
  intake_access_token: Type.String({
    description: 'For the next call. After a PATCH or POST the one before it no longer works.',
  }),
}

export type Verification = { required: boolean; sent: boolean }

const SENT =
  'Tell the person to open the email that we sent to the address on the application, and to click its button.'
const NOT_SENT =
  'We sent no new email now. Tell the person to open the link in an earlier email, or to get a new one at resume_url from the prefill.'
const CLICK_SUBMITS =
  'Do not send the submission again. The person’s click submits the application, and then we ask carriers for quotes.'
export const POLL =
  'Poll GET /api/intake/{uid}/issues after poll_after_seconds, or long-poll it with Prefer: wait=25.'

const WAITS_FOR_PERSON =
  'There are no offers yet: the submission waits for the person. Do not send it again. Poll GET /api/intake/{uid}/issues, which says what the person must do.'

export const refuseWhileHeld = (current_status: string): never =>
  fail('conflict', { message: WAITS_FOR_PERSON, current_status })

export const heldForProof = ({ sent }: Verification) => ({
  response_summary:
    'The application is complete and waits for the person to confirm their email address. No carrier was asked yet.',
  agent_instructions: [sent ? SENT : NOT_SENT, CLICK_SUBMITS, POLL],
})

const issuesUrl = ({ config }: App, uid: string): string => `${config.publicUrl}/api/intake/${uid}/issues`

export const pollPart = (app: App, uid: string) => {
  const url = issuesUrl(app, uid)
  return { status_url: url, poll_request: { method: 'GET' as const, url } }
}
