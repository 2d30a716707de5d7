import { migrateAll } from '../../open-app.ts'
import type { Config } from '../../platform/config.ts'
import { withApp } from './with-app.ts'

export const migrateOnly = (config: Config): Promise<number> =>
  withApp(config, async opened => {
    const done = await migrateAll(opened)
    console.log(done.length === 0 ? 'The database is up to date.' : `Applied ${done.join(', ')}.`)
    return 0
  })
