import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { App } from '../../platform/app.ts'
import { anchorLine } from '../../platform/audit/anchor.ts'
import { appendAnchor } from '../../platform/audit/anchors.ts'
import { chainProblem } from '../../platform/audit/chain.ts'
import { checkSeals } from '../../platform/audit/check-seals.ts'
import { listEntries } from '../../platform/audit/store.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { rowKey } from '../../platform/db/seals/row-seal.ts'
import { unopenedIn } from '../../platform/db/seals/sealed-column.ts'
import { readAtOnce } from '../../platform/db/transact.ts'
import { noteSecurityEvent } from '../../platform/lib/security-events.ts'
import { type ChainRow, findChain, listChains } from '../../products/line/record/store.ts'
import { nameOf } from '../../reseal.ts'
import { sealedColumns } from '../../tables.ts'
import { type Given, textOf } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withDatabase } from './with-app.ts'

const PAGE = 500

const problemOf = async (app: App, chain: ChainRow): Promise<string | null> => {
  const { uid, audit_seq: seq, audit_hash: hash, audit_mac: mac } = chain
  const entries = await listEntries(app.db, uid)
  return chainProblem(app.sealer, { uid, head: { seq, hash, mac }, entries })
}

/** Reads the head and the entries from one snapshot, so a chain that grows meanwhile is not reported as broken. */
const problemInSnapshot = (app: App, uid: string): Promise<string | null> =>
  readAtOnce(app, async inside => {
    const chain = await findChain(inside.db, uid)
    return chain ? problemOf(inside, chain) : null
  })

const checkChains = async (app: App): Promise<number> => {
  let checked = 0
  let broken = 0
  const check = async (chain: ChainRow) => {
    checked++
    if ((await problemOf(app, chain)) === null) return
    const problem = await problemInSnapshot(app, chain.uid)
    if (problem === null) return
    broken++
    noteSecurityEvent(app, 'audit_chain_broken', { uid: chain.uid })
    console.log(`${chain.uid}: ${problem}`)
  }
  for (let page = await listChains(app.db, '', PAGE); page.length > 0; ) {
    for (const chain of page) await check(chain)
    page = await listChains(app.db, page.at(-1)?.uid ?? '', PAGE)
  }
  console.log(`${checked} chains checked, ${broken} broken.`)
  return broken
}

const checkRows = async (app: App, pool: pg.Pool, anchors: readonly string[]): Promise<number> => {
  const { rows, anchors: walked, problems } = await checkSeals(app, pool, anchors)
  for (const problem of problems) {
    noteSecurityEvent(app, 'row_seal_broken', { problem })
    console.log(problem)
  }
  console.log(`${rows} rows and ${walked} anchors checked, ${problems.length} problems.`)
  return problems.length
}

const checkColumns = async (app: App, pool: pg.Pool): Promise<number> => {
  let [checked, broken] = [0, 0]
  for (const column of sealedColumns) {
    const found = await unopenedIn(pool, app.sealer, column)
    checked += found.checked
    broken += found.broken.length
    for (const row of found.broken)
      console.log(`${nameOf(column)} of ${rowKey(column, row)}: it does not open, so it was changed or moved`)
  }
  console.log(`${checked} encrypted values checked, ${broken} broken.`)
  return broken
}

export const verifyAll = async (app: App, pool: pg.Pool, stored: readonly string[]): Promise<number> =>
  (await checkChains(app)) + (await checkRows(app, pool, stored)) + (await checkColumns(app, pool))

const USAGE = 'Usage: bindery audit verify [--anchor FILE], or bindery audit anchor'

const linesOf = async (file: string): Promise<string[]> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(
      `${file} cannot be read. Name a file with lines that "bindery audit anchor" printed.`,
    )
  })
  return text.split('\n').filter(line => line.trim() !== '')
}

export const audit = async (config: Config, { args: [act], values }: Given): Promise<number> => {
  const file = textOf(values, 'anchor')
  if (act !== 'verify' && (act !== 'anchor' || file !== undefined)) misuse(USAGE)
  const path = file ?? (act === 'verify' ? config.anchorFile : null)
  const stored = path === null ? [] : await linesOf(path)
  return withDatabase(config, async ({ app, patientPool }) => {
    if (act === 'anchor') {
      console.log(anchorLine(await appendAnchor(app)))
      return 0
    }
    return (await verifyAll(app, patientPool, stored)) === 0 ? 0 : 1
  })
}
