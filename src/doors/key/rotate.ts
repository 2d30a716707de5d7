import Type from 'typebox'
import { operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { keyIdOf, lockOperator, revokeCredential } from '../../platform/key/store.ts'
import { AgentKeyResponse, issueKey } from './issue.ts'

const AgentKeyRotateRequest = Type.Object({}, { $id: 'AgentKeyRotateRequest', additionalProperties: false })

export const rotate = operation({
  id: 'rotateOperatorKey',
  summary: 'Replace the key that is sent with a new one.',
  description:
    'The old key stops at once. The new one keeps its name, mode and scopes. An additional key also keeps its key_id and its end. Send an Idempotency-Key: if the answer is lost, the same call with the old key and the same Idempotency-Key returns it again for 24 hours.',
  input: AgentKeyRotateRequest,
  output: AgentKeyResponse,
  handsOutCredential: true,
  failures: [403],
  async run(app, caller: OperatorCaller): Promise<AgentKeyResponse> {
    const operator = (await lockOperator(app.db, caller.operatorUid)) ?? fail('unauthorized')
    const replaced = await revokeCredential(app.db, caller.credentialId, app.clock.now())
    if (!replaced) return fail('unauthorized')
    const { main, name, scopes, mode, expires_at } = replaced
    const limits = { name, scopes, mode }
    const kept = main ? undefined : { first_id: keyIdOf(replaced), expires_at }
    return issueKey(app, { operator, main, replaced: [replaced], limits, kept })
  },
})
