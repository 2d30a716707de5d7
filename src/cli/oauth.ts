import type { Config } from '../config.ts'
import { rotateSigningKeys } from '../oauth/signing-key.ts'
import { withApp } from './with-app.ts'

export const oauth = (config: Config, [act]: string[]): Promise<number> =>
  withApp(config, async ({ app }) => {
    if (act !== 'rotate-keys') {
      console.error('Usage: bindery oauth rotate-keys')
      return 2
    }
    const kid = await rotateSigningKeys(app)
    console.log(`${kid} signs from now on. The key before it stays published for an hour.`)
    return 0
  })
