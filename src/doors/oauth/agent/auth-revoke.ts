import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../../../platform/app.ts'
import { endCredential } from '../provider/revoke.ts'

const AgentAuthRevokeRequest = Type.Object(
  {
    credential: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The access token or key to revoke.',
    }),
  },
  { $id: 'AgentAuthRevokeRequest', additionalProperties: false },
)

const AgentAuthRevokeResponse = Type.Object(
  { status: Type.Enum(['revoked'], { description: 'Also returned for an unknown credential.' }) },
  { $id: 'AgentAuthRevokeResponse', additionalProperties: false },
)

export const authRevoke = operation({
  id: 'revokeAgentCredential',
  summary: 'Revoke an access token or a key.',
  description:
    'Anyone who holds a credential can revoke it. Revoking an access token also ends its registration or grant. The response is the same for an unknown credential.',
  input: AgentAuthRevokeRequest,
  output: AgentAuthRevokeResponse,
  async run(app, _caller: Anyone, { credential }): Promise<Static<typeof AgentAuthRevokeResponse>> {
    await endCredential(app, credential)
    return { status: 'revoked' }
  },
})
