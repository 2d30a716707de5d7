import Type, { type Static } from 'typebox'
import { keyCodeEmail } from '../../agency/emails/keys.ts'
import { queueEmail } from '../../agency/emails/outbox.ts'
import { type Anyone, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { parseEmail } from '../../platform/lib/email-address.ts'
import { codeExpiry, issueCode } from '../../platform/signin/one-time-code.ts'

export const operatorEmail = Type.String({
  description: "The operator's own email, never a customer's.",
  examples: ['ops@example.com'],
})

const AgentKeyRequest = Type.Object(
  { email: operatorEmail },
  { $id: 'AgentKeyRequest', additionalProperties: false },
)

export const AgentKeyRequestResponse = Type.Object(
  {
    status: Type.Enum(['otp_sent']),
    message: Type.String(),
    expires_at: Type.String({ format: 'date-time', description: 'When the code stops working.' }),
  },
  { $id: 'AgentKeyRequestResponse', additionalProperties: false },
)

export const checkedEmail = (text: string): string =>
  parseEmail(text) ??
  fail('invalid_email', {
    fields: [{ path: 'email', code: 'bad_email', expected: 'name@example.com' }],
  })

/** Runs the same statements for every address, so the response does not reveal who is an operator. */
export const requestCode = operation({
  id: 'requestOperatorKey',
  summary: 'Email a one-time code to the operator.',
  description:
    'Sends a six-digit code, valid for 10 minutes, to the operator’s own email. Continue with confirm. The answer is the same for every address.',
  input: AgentKeyRequest,
  output: AgentKeyRequestResponse,
  async run(app, _caller: Anyone, input): Promise<Static<typeof AgentKeyRequestResponse>> {
    const email = checkedEmail(input.email)
    const compose = async () => {
      const { code, expiresAt } = await issueCode(app, { purpose: 'operator_key', email })
      return { ...keyCodeEmail(email, code), expiresAt }
    }
    await queueEmail(app, { to: email, compose }, { purpose: 'key_code' })
    return {
      status: 'otp_sent',
      message:
        'We emailed a six-digit code to that address. Send both to POST /api/agent/key/confirm. If the operator already has a key, the new one replaces it at once.',
      expires_at: codeExpiry(app).toISOString(),
    }
  },
})
