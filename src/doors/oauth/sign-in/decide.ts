import { accessGrantedEmail } from '../../../agency/emails/keys.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import type { OperatorRow } from '../../../platform/key/store.ts'
import { SCOPES } from '../protocol/scopes.ts'
import { objectKey } from '../provider/adapter.ts'
import { consumeObject } from '../tokens/store.ts'
import type { Asking } from './interaction.ts'

const finish = async ({ interaction }: Asking, result: typeof interaction.result): Promise<string> => {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

const grantIdOf = ({ sealer }: App, { interaction }: Asking): string =>
  sealer.mac('oauth-grant', interaction.uid).toString('base64url')

export const allow = async (app: App, asking: Asking, operator: OperatorRow): Promise<string> => {
  const { provider, clientId, resources, scopes, client, where } = asking
  const grant = new provider.Grant({ accountId: operator.operator_uid, clientId })
  grant.jti = grantIdOf(app, asking)
  for (const resource of resources) grant.addResourceScope(resource, scopes.join(' '))
  const grantId = await grant.save()
  const words = scopes.map(scope => SCOPES[scope])
  await transact(app, async inside => {
    const decided = objectKey('Interaction', asking.interaction.uid)
    if (!(await consumeObject(inside.db, decided, app.clock.now()))) return
    const written = accessGrantedEmail(operator.email, { client, where, scopes: words })
    await queueEmail(inside, written, { purpose: 'access_granted' })
  })
  return finish(asking, {
    login: { accountId: operator.operator_uid, remember: false },
    consent: { grantId },
  })
}

export const deny = (asking: Asking): Promise<string> =>
  finish(asking, { error: 'access_denied', error_description: 'the operator denied access' })
