import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../../app.ts'
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
  { status: Type.Enum(['revoked'], { description: 'Also for a credential that was never good.' }) },
  { $id: 'AgentAuthRevokeResponse', additionalProperties: false },
)

export const authRevoke = operation({
  id: 'revokeAgentCredential',
  summary: 'Revoke an access token or a key by presenting it.',
  description:
    'Whoever holds a credential may end it. With an access token the registration or grant that it came from ends too. The answer is the same for one that is unknown.',
  input: AgentAuthRevokeRequest,
  output: AgentAuthRevokeResponse,
  async run(app, _caller: Anyone, { credential }): Promise<Static<typeof AgentAuthRevokeResponse>> {
    await endCredential(app, credential)
    return { status: 'revoked' }
  },
})
