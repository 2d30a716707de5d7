import type { App } from '../app.ts'
import { problemIn } from '../audit/chain.ts'
import { listEntries } from '../audit/store.ts'
import type { Config } from '../config.ts'
import { readAtOnce } from '../http/transact.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import { type ChainRow, findChain, listChains } from '../line/record/store.ts'
import { withDatabase } from './with-app.ts'

const PAGE = 500

const problemOf = async (app: App, chain: ChainRow): Promise<string | null> => {
  const { uid, audit_seq: seq, audit_hash: hash, audit_mac: mac } = chain
  return problemIn(app.sealer, uid, { seq, hash, mac }, await listEntries(app.db, uid))
}

/** Reads the head and the entries from one snapshot, so a chain that grows meanwhile is not reported as broken. */
const problemInSnapshot = (app: App, uid: string): Promise<string | null> =>
  readAtOnce(app, async inside => {
    const chain = await findChain(inside.db, uid)
    return chain ? problemOf(inside, chain) : null
  })

export const audit = async (config: Config, [act]: string[]): Promise<number> => {
  if (act !== 'verify') {
    console.error('Usage: bindery audit verify')
    return 2
  }
  return withDatabase(config, async ({ app }) => {
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
    return broken === 0 ? 0 : 1
  })
}
