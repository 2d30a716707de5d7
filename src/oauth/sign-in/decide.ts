import type { App } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { accessGrantedEmail } from '../../emails/access-granted.ts'
import { queueEmail } from '../../emails/outbox.ts'
import type { OperatorRow } from '../../key/store.ts'
import { SCOPES } from '../protocol/scopes.ts'
import type { Asking } from './interaction.ts'

const finish = async ({ interaction }: Asking, result: typeof interaction.result): Promise<string> => {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

export const allow = async (app: App, asking: Asking, operator: OperatorRow): Promise<string> => {
  const { provider, clientId, resources, scopes, client, where } = asking
  const grant = new provider.Grant({ accountId: operator.operator_uid, clientId })
  for (const resource of resources) grant.addResourceScope(resource, scopes.join(' '))
  const grantId = await grant.save()
  const words = scopes.map(scope => SCOPES[scope])
  await transact(app, inside =>
    queueEmail(inside, accessGrantedEmail(operator.email, { client, where, scopes: words }), {
      purpose: 'access_granted',
    }),
  )
  return finish(asking, {
    login: { accountId: operator.operator_uid, remember: false },
    consent: { grantId },
  })
}

export const deny = (asking: Asking): Promise<string> =>
  finish(asking, { error: 'access_denied', error_description: 'the operator denied access' })
