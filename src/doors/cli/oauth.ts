import type { Config } from '../../platform/config.ts'
import { rotateSigningKeys } from '../oauth/tokens/signing-key.ts'
import { withDatabase } from './with-app.ts'

export const oauth = async (config: Config, [act]: string[]): Promise<number> => {
  if (act !== 'rotate-keys') {
    console.error('Usage: bindery oauth rotate-keys')
    return 2
  }
  return withDatabase(config, async ({ app }) => {
    const kid = await rotateSigningKeys(app)
    console.log(`${kid} signs from now on. The key before it stays published for an hour.`)
    return 0
  })
}
