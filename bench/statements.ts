import pg from 'pg'
import { Batch } from '../src/platform/db/batch.ts'
import { statementName } from '../src/platform/db/statement-names.ts'

export type Statement = { text: string; values: unknown[] }

type Config = { text: string; values?: unknown[] }

/** All statements this process sends while `act` runs, in order. */
export const recorded = async (act: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | Config | Batch, unknown]
    if (first instanceof Batch) statements.push(...first.statements)
    else
      statements.push({
        text: typeof first === 'string' ? first : first.text,
        values: Array.isArray(values) ? values : typeof first === 'string' ? [] : (first.values ?? []),
      })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await act()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

/** Replays recorded statements without the service, prepared where the service prepares them. */
export const replay = async (client: pg.Client, statements: readonly Statement[]): Promise<void> => {
  for (const { text, values } of statements) {
    const name = statementName(text)
    await client.query(name === undefined ? { text, values } : { name, text, values })
  }
}
