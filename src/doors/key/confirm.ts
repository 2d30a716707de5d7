import Type, { type Static } from 'typebox'
import { type Anyone, type App, operation } from '../../platform/app.ts'
import { type FieldProblem, fail } from '../../platform/errors.ts'
import { type Registration, revokeMainKeys } from '../../platform/key/store.ts'
import { parseEmail } from '../../platform/lib/email-address.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { isPlainLine } from '../../platform/lib/plain-line.ts'
import { redeemCode, tryCode } from '../../platform/signin/one-time-code.ts'
import { AgentKeyResponse, issueKey, operatorWith } from './issue.ts'
import { checkedEmail, operatorEmail } from './request.ts'

const detail = (description: string) => Type.Optional(Type.String({ description }))

const details = {
  organization_name: detail('The business that operates the agent.'),
  contact_name: detail('A person to talk to.'),
  use_case_description: detail('What the agent does for its customers.'),
  referral_source_name: detail('The partner name that emails to homeowners show.'),
  assistant_email: detail('Copied on emails to umbrella buyers.'),
}

const AgentKeyConfirmRequest = Type.Object(
  {
    email: operatorEmail,
    otp: Type.Optional(Type.String({ description: 'The six digits from the email.', examples: ['482913'] })),
    code: Type.Optional(Type.String({ description: 'Another name for otp.' })),
    ...details,
  },
  {
    $id: 'AgentKeyConfirmRequest',
    additionalProperties: false,
    anyOf: [{ required: ['otp'] }, { required: ['code'] }],
  },
)
type ConfirmInput = Static<typeof AgentKeyConfirmRequest>

const DETAIL_NAMES = keysOf(details)
const MAX_LENGTH = 200

const detailProblem = (name: keyof Registration, value: string): FieldProblem | null => {
  if (value.trim() === '') return { path: name, code: 'blank', expected: 'some text, or leave the field out' }
  if (!isPlainLine(value)) return { path: name, code: 'control_characters', expected: 'one line of text' }
  if (value.length > MAX_LENGTH)
    return { path: name, code: 'too_long', expected: `at most ${MAX_LENGTH} characters` }
  if (name === 'assistant_email' && !parseEmail(value))
    return { path: name, code: 'bad_email', expected: 'name@example.com' }
  return null
}

const registration = (input: ConfirmInput): Partial<Registration> =>
  Object.fromEntries(
    DETAIL_NAMES.flatMap(name => {
      const value = input[name]
      return value === undefined
        ? []
        : [[name, name === 'assistant_email' ? parseEmail(value) : value.trim()]]
    }),
  )

const registrationProblems = (input: ConfirmInput): FieldProblem[] =>
  DETAIL_NAMES.flatMap(name => {
    const value = input[name]
    const problem = value === undefined ? null : detailProblem(name, value)
    return problem ? [problem] : []
  })

const codeOf = ({ otp, code }: ConfirmInput): string => {
  if (otp !== undefined && code !== undefined && otp !== code)
    fail('invalid_request', {
      fields: [{ path: 'code', code: 'differs', facts: { other: 'otp' }, expected: 'only one of the two' }],
    })
  const given = otp ?? code
  return (
    given?.replaceAll(/\s/g, '') || fail('invalid_request', { fields: [{ path: 'otp', code: 'required' }] })
  )
}

const checkCode = async (app: App, { address }: Anyone, input: ConfirmInput) => {
  const email = checkedEmail(input.email)
  const tried = await tryCode(app, { purpose: 'operator_key', email }, { code: codeOf(input), from: address })
  const fields = registrationProblems(input)
  return fields.length === 0 ? tried : fail('registration_invalid', { fields })
}

export const confirm = operation({
  id: 'confirmOperatorKey',
  summary: 'Exchange the emailed code for an operator key.',
  description:
    'Issues the key, or replaces the one the operator has: the old key stops at once. Registration details may be included and are updated. Five wrong codes, then 429.',
  input: AgentKeyConfirmRequest,
  output: AgentKeyResponse,
  failures: [401, 422],
  prepare: (app, caller: Anyone, input) => checkCode(app, caller, input),
  async run(app, _caller: Anyone, input, code): Promise<AgentKeyResponse> {
    await redeemCode(app, code)
    const operator = await operatorWith(app, checkedEmail(input.email), registration(input))
    const replaced = await revokeMainKeys(app.db, operator.operator_uid, app.clock.now())
    return issueKey(app, { operator, main: true, replaced })
  },
})
