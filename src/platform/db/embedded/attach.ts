import type pg from 'pg'
import { ConfigError } from '../../config.ts'
import { connectionUrl, stopIfLast } from './attachment.ts'
import { initialiseIfEmpty } from './folders.ts'
import { createStarter, type GiveUp, outOfPatience, reach, SILENT_FOR_MS } from './reach.ts'
import { lastComplaint, openServer, type Server } from './server.ts'

export type EmbeddedServer = {
  url: string
  detach(): Promise<void>
}

type Options = { postgresOptions?: string[]; log?: (event: string, facts?: object) => void }

const explain = async (server: Server, cause: unknown): Promise<never> => {
  if (cause instanceof ConfigError) throw cause
  throw new ConfigError(
    `PostgreSQL in ${server.pgdata} does not answer (${await lastComplaint(server)}): see ${server.logFile}, or set DATABASE_URL.`,
    { cause },
  )
}

export const attachEmbedded = async (dataDir: string, options: Options = {}): Promise<EmbeddedServer> => {
  const { postgresOptions = [], log = () => {} } = options
  const server = await openServer(dataDir)
  if (await initialiseIfEmpty({ ...server, initdb: server.binaries.initdb })) {
    log('embedded_postgres_initialised', { folder: server.pgdata })
  }
  const starter = createStarter(server, postgresOptions, pid => log('embedded_postgres_started', { pid }))

  let attachment: pg.Client | undefined
  let recovering: Promise<void> | undefined
  let detaching: Promise<void> | undefined

  const hold = (client: pg.Client): void => {
    attachment = client
    client.once('end', () => {
      attachment = undefined
      if (!detaching) recovering = recover()
    })
  }

  const recover = async (): Promise<void> => {
    log('embedded_postgres_lost')
    const giveUp: GiveUp = ({ error, elapsedMs, ownServerLives }) => {
      if (!ownServerLives) log('embedded_postgres_still_lost', { err: error })
      return detaching !== undefined && (!ownServerLives || elapsedMs > SILENT_FOR_MS)
    }
    const client = await reach(server, starter, giveUp).catch(() => undefined)
    if (!client) return
    hold(client)
    log('embedded_postgres_back')
  }

  const leave = async (): Promise<void> => {
    await recovering
    const client = attachment
    if (!client) return
    try {
      log((await stopIfLast(server, client)) ? 'embedded_postgres_stopped' : 'embedded_postgres_left_running')
    } catch (error) {
      log('embedded_postgres_not_stopped', { err: error })
    }
    await client.end().catch(() => {})
  }

  const detach = (): Promise<void> => {
    detaching ??= leave()
    return detaching
  }

  hold(await reach(server, starter, outOfPatience).catch(error => explain(server, error)))
  return { url: connectionUrl(server.socketDir), detach }
}
