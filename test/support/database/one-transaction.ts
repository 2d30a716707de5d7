import pg from 'pg'

const BRACKET = /^(begin|start transaction|commit|rollback)\b(?! to)/i

/** A pool whose every client is the same open transaction: what is changed in it can be looked at, and is never kept. */
export const oneTransaction = async (databaseUrl: string) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown
  const inside = {
    query: (...given: unknown[]): unknown =>
      typeof given[0] === 'string' && BRACKET.test(given[0])
        ? Promise.resolve({ rows: [], rowCount: 0, command: 'BEGIN' })
        : ask(...given),
    release: () => undefined,
  }
  const pool = { ...inside, connect: async () => inside, end: async () => undefined }
  return {
    pool: pool as unknown as pg.Pool,
    run: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await client.query<T>(text, values)).rows,
    begin: () => client.query('begin'),
    undo: () => client.query('rollback'),
    close: () => client.end(),
  }
}

export type OneTransaction = Awaited<ReturnType<typeof oneTransaction>>
