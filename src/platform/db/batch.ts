import pg from 'pg'
import utils from 'pg/lib/utils.js'

export type Reply = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

type Row = Record<string, unknown>
type RawRow = (string | null)[]
type Complete = { text: string }
type Wire = {
  parsedStatements: Record<string, string>
  stream: { cork(): void; uncork(): void }
  bind(given: { statement: string; values: unknown[] }): void
  execute(given: object): void
  sync(): void
}

type Named = { name: string; text: string; values: unknown[] }

type Column = { name: string; parse: (text: string) => unknown }

const columns = new Map<string, readonly Column[]>()

/** What a statement returns never changes: the server refuses a prepared one whose result type changed. */
export const learnColumns = (name: string, { fields }: Pick<pg.QueryResult, 'fields'>): void => {
  if (columns.has(name)) return
  const known = fields.map(field => ({
    name: field.name,
    parse: pg.types.getTypeParser(field.dataTypeID, 'text') as Column['parse'],
  }))
  columns.set(name, known)
}

const COMMAND = /^(\w+)(?: (\d+))?(?: (\d+))?/

export const IN_FAILED_TRANSACTION = '25P02'

export class BatchStatement {
  readonly text: string
  readonly values: unknown[]
  readonly reply: Promise<Reply>
  readonly #name: string
  readonly #rows: RawRow[] = []
  #command = ''
  #resolve!: (reply: Reply) => void
  reject!: (error: Error) => void

  constructor({ name, text, values }: Named, onError: (error: Error) => void) {
    this.#name = name
    this.text = text
    this.values = values.map(utils.prepareValue)
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.reject = error => {
        onError(error)
        reject(error)
      }
    })
  }

  send(wire: Wire): void {
    wire.bind({ statement: this.#name, values: this.values })
    wire.execute({})
  }

  take(row: RawRow): void {
    this.#rows.push(row)
  }

  complete(command: string): void {
    this.#command = command
  }

  settle(): void {
    const [, command = '', first, second] = COMMAND.exec(this.#command) ?? []
    const rowCount = first === undefined ? null : Number(second ?? first)
    try {
      this.#resolve({ command, rowCount, rows: this.#rows.map(row => this.#parsed(row)) })
    } catch (error) {
      this.reject(error as Error)
    }
  }

  #parsed(row: RawRow): Row {
    const parsed: Row = {}
    for (const [at, { name, parse }] of (columns.get(this.#name) ?? []).entries()) {
      const text = row[at]
      parsed[name] = text === null || text === undefined ? null : parse(text)
    }
    return parsed
  }
}

/** Prepared statements of one transaction under one Sync: the server runs none after one that failed. */
export class Batch extends pg.Query {
  readonly statements: readonly BatchStatement[]
  #done = 0
  callback: (error: Error | null) => void

  constructor(statements: readonly BatchStatement[]) {
    super('')
    this.statements = statements
    this.callback = error => this.#settle(error)
  }

  static knows({ connection }: pg.Client, name: string, text: string): boolean {
    return columns.has(name) && (connection as unknown as Wire).parsedStatements[name] === text
  }

  override submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    for (const statement of this.statements) statement.send(wire)
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow({ fields }: { fields: RawRow }): void {
    this.statements[this.#done]?.take(fields)
  }

  handleCommandComplete({ text }: Complete): void {
    this.statements[this.#done]?.complete(text)
    this.#done++
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  #settle(error: (Error & { code?: string }) | null): void {
    for (const [at, statement] of this.statements.entries()) {
      if (at < this.#done) statement.settle()
      else if (at === this.#done || !(error instanceof pg.DatabaseError))
        statement.reject(error ?? new Error('The database did not answer.'))
      else {
        const notRun = new Error('An earlier statement failed.')
        statement.reject(Object.assign(notRun, { code: IN_FAILED_TRANSACTION }))
      }
    }
  }
}
