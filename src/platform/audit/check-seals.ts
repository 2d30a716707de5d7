import type pg from 'pg'
import type { App } from '../app.ts'
import { isSealedRow, rowKey, type SealedTable } from '../db/seals/row-seal.ts'
import { listSealedRows } from '../db/seals/row-seal-store.ts'
import { type Anchor, anchorHash, isAnchor, readAnchorLine } from './anchor.ts'
import {
  countInvented,
  listAnchored,
  listAnchors,
  listDeleted,
  listMoved,
  listOutOfTurn,
  listSealDifferences,
} from './anchor-store.ts'

export type Findings = { rows: number; anchors: number; problems: string[] }

const checkRows = async (
  { app, client }: { app: App; client: pg.PoolClient },
  table: SealedTable,
  findings: Findings,
): Promise<void> => {
  const name = table.table
  const found = new Map<string, string>()
  for (let page = await listSealedRows(client, table, undefined); page.length > 0; ) {
    findings.rows += page.length
    for (const row of page)
      if (!isSealedRow(app.sealer, table, row)) found.set(rowKey(table, row), 'was changed or forged')
    page = await listSealedRows(client, table, page.at(-1))
  }
  for (const { row_key, is_gone } of await listSealDifferences(client, table))
    if (!found.has(row_key))
      found.set(
        row_key,
        is_gone ? 'was deleted outside the service' : 'is not what the log of seals ends with',
      )
  for (const key of await listOutOfTurn(client, table))
    found.set(key, 'has a seal out of turn: its log was cut, or an earlier row was put back')
  for (const key of await listMoved(client, table)) found.set(key, 'was moved to another application')
  for (const key of await listDeleted(client, table, app.clock.now()))
    found.set(key, 'was deleted before its time')
  for (const [key, problem] of found) findings.problems.push(`${name} ${key}: ${problem}`)
}

const PAGE = 200

const checkAnchors = async (
  app: App,
  client: pg.PoolClient,
  findings: Findings,
): Promise<Map<number, Buffer>> => {
  const known = new Map<number, Buffer>()
  let before: Anchor | null = null
  for (let page = await listAnchors(client, 0, PAGE); page.length > 0; ) {
    for (const anchor of page) {
      const entries = await listAnchored(client, before, anchor)
      const isNext = anchor.anchor === (before?.anchor ?? 0) + 1
      if (!isNext || !anchorHash(before, anchor, entries).equals(anchor.hash))
        findings.problems.push(`anchor ${anchor.anchor}: the log of seals was cut or rewritten`)
      else if (!isAnchor(app.sealer, anchor)) findings.problems.push(`anchor ${anchor.anchor}: it was forged`)
      known.set(anchor.anchor, anchor.hash)
      before = anchor
    }
    page = await listAnchors(client, page.at(-1)?.anchor ?? 0, PAGE)
  }
  const invented = await countInvented(client)
  if (invented > 0) findings.problems.push(`the log of seals: ${invented} entries have numbers never given`)
  findings.anchors = known.size
  if (known.size === 0) findings.problems.push('there is no anchor: the log of seals was cut')
  return known
}

const checkStored = (app: App, lines: readonly string[], known: Map<number, Buffer>): string[] =>
  lines.flatMap(line => {
    const stored = readAnchorLine(line)
    if (!stored) return ['the anchor file holds a line that is not an anchor']
    if (!isAnchor(app.sealer, stored))
      return [`anchor ${stored.anchor} of the file: it was not signed with this SECRET_KEY`]
    return known.get(stored.anchor)?.equals(stored.hash)
      ? []
      : [`anchor ${stored.anchor} of the file: the database was rolled back or replaced since`]
  })

/** Reads everything from one snapshot, so that concurrent writes do not look like tampering. */
export const checkSeals = async (
  app: App,
  pool: pg.Pool,
  storedAnchors: readonly string[],
): Promise<Findings> => {
  const findings: Findings = { rows: 0, anchors: 0, problems: [] }
  const client = await pool.connect()
  try {
    await client.query('start transaction isolation level repeatable read read only')
    const known = await checkAnchors(app, client, findings)
    for (const { sealed } of app.tables) if (sealed) await checkRows({ app, client }, sealed, findings)
    findings.problems.push(...checkStored(app, storedAnchors, known))
    return findings
  } finally {
    await client.query('rollback')
    client.release()
  }
}
