import { type Closer, checkSchema, closeAll, type Opened, openApp } from '../../open-app.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { hasEmbedded } from '../../platform/db/embedded/folders.ts'
import { firstContact } from '../../platform/db/first-contact.ts'
import { migrationState } from '../../platform/db/migrate.ts'
import { wrongSecret } from '../../platform/db/secret-canary.ts'
import { askDatabase } from '../../platform/db/store.ts'
import { createLog } from '../../platform/lib/log.ts'
import { sealedColumns } from '../../tables.ts'

export const noDatabaseYet = async ({ databaseUrl, dataDir }: Config): Promise<string | null> =>
  databaseUrl !== null || (await hasEmbedded(dataDir))
    ? null
    : `There is no database in ${dataDir} yet: start the service, or set DATABASE_URL or DATA_DIR.`

export const notMigrated = async ({ patientPool }: Opened): Promise<string | null> => {
  const { missing } = await migrationState(patientPool)
  return missing.length === 0
    ? null
    : `${missing.join(', ')} not applied: run "bindery migrate" or start the service.`
}

export const notThisSecret = ({ app, patientPool }: Opened): Promise<string | null> =>
  wrongSecret({ pool: patientPool, sealer: app.sealer, columns: sealedColumns }, app.config)

export const withApp = async <T>(
  config: Config,
  act: (opened: Opened) => Promise<T>,
  log = createLog('error', process.stderr),
): Promise<T> => {
  const closers: Closer[] = []
  try {
    return await act(await openApp({ config, log }, closers))
  } finally {
    await closeAll(closers, log)
  }
}

const complain = (sentence: string | null): void => {
  if (sentence !== null) throw new ConfigError(sentence)
}

export const withDatabase = async <T>(config: Config, act: (opened: Opened) => Promise<T>): Promise<T> => {
  complain(await noDatabaseYet(config))
  return withApp(config, opened =>
    firstContact(async () => {
      await askDatabase(opened.app.db)
      complain(await notMigrated(opened))
      await checkSchema(opened)
      complain(await notThisSecret(opened))
      await opened.learnForms()
      return act(opened)
    }),
  )
}
