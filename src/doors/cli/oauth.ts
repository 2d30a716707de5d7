import type { Config } from '../../platform/config.ts'
import { rotateSigningKeys } from '../oauth/tokens/signing-key.ts'
import type { Given } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withDatabase } from './with-app.ts'

export const oauth = async (config: Config, { args: [act] }: Pick<Given, 'args'>): Promise<number> => {
  if (act !== 'rotate-keys') misuse('Usage: bindery oauth rotate-keys')
  return withDatabase(config, async ({ app }) => {
    const kid = await rotateSigningKeys(app)
    console.log(`${kid} signs from now on. The key before it stays published for an hour.`)
    return 0
  })
}
