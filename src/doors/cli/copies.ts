import { type Config, ConfigError } from '../../platform/config.ts'
import { attachEmbedded } from '../../platform/db/embedded/attach.ts'
import { deleteCopy, listCopies, restoreCopy } from '../../platform/db/embedded/copies.ts'
import type { Given } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { noDatabaseYet } from './with-app.ts'

const ACTS = {
  restore: { act: restoreCopy, done: 'is the database again. Start the release that wrote it.' },
  delete: { act: deleteCopy, done: 'is deleted.' },
} as const

const isAct = (name: string): name is keyof typeof ACTS => Object.hasOwn(ACTS, name)

export const copies = async (
  { databaseUrl, dataDir, ...config }: Config,
  { args: [name, copy] }: Given,
): Promise<number> => {
  if (name !== undefined && (copy === undefined || !isAct(name)))
    misuse('Usage: bindery copies, or bindery copies restore|delete NAME')
  if (databaseUrl !== null)
    throw new ConfigError('DATABASE_URL is set: back that database up with its own tools, such as pg_dump.')
  const nothingYet = await noDatabaseYet({ ...config, databaseUrl, dataDir })
  if (nothingYet !== null) throw new ConfigError(nothingYet)
  const server = await attachEmbedded(dataDir)
  try {
    if (name !== undefined && isAct(name)) {
      await ACTS[name].act(dataDir, String(copy))
      console.log(`${copy} ${ACTS[name].done}`)
      return 0
    }
    const found = await listCopies(dataDir)
    console.log(found.length === 0 ? 'There is no copy.' : found.join('\n'))
    return 0
  } finally {
    await server.detach()
  }
}
