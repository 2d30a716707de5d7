import type pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { SealError, type Sealer } from '../lib/sealer.ts'
import type { SealedColumn } from './seals/sealed-column.ts'
import { insertCanary, readCanary, sampleSealed } from './store.ts'

const CONTEXT = 'secret-canary'

export const sealedCanary: SealedColumn = {
  table: 'secret_canary',
  key: ['one'],
  column: 'sealed',
  context: () => CONTEXT,
}

const opens = (sealer: Sealer, context: string, sealed: Buffer): boolean => {
  try {
    sealer.openBytes(context, sealed)
    return true
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

const opensSamples = async ({ pool, sealer, columns }: Sealed): Promise<boolean> => {
  let failed = false
  for (const column of columns) {
    const sample = await sampleSealed(pool, column)
    if (sample === null) continue
    if (opens(sealer, column.context(sample.row), sample.sealed)) return true
    failed = true
  }
  return !failed
}

type Sealed = { pool: pg.Pool; sealer: Sealer; columns: readonly SealedColumn[] }

export const wrongSecret = async (
  sealed: Sealed,
  { secretKeys, dataDir }: Config,
): Promise<string | null> => {
  const canary = await readCanary(sealed.pool)
  const fits = canary === null ? await opensSamples(sealed) : opens(sealed.sealer, CONTEXT, canary)
  if (fits) return null
  const setting = secretKeys.length > 0 ? 'SECRET_KEY' : `The key in ${dataDir}/secret.key`
  return `${setting} is not the key this database was sealed with. Set SECRET_KEY to that key, or to new,old while you rotate it.`
}

export const checkSecret = async (sealed: Sealed, config: Config, onWrong: () => void): Promise<void> => {
  const refuse = (sentence: string | null): void => {
    if (sentence === null) return
    onWrong()
    throw new ConfigError(sentence)
  }
  refuse(await wrongSecret(sealed, config))
  if ((await readCanary(sealed.pool)) !== null) return
  await insertCanary(sealed.pool, sealed.sealer.seal(CONTEXT, CONTEXT))
  refuse(await wrongSecret(sealed, config))
}
