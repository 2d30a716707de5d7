import { problemIn } from '../audit/chain.ts'
import { listEntries } from '../audit/store.ts'
import type { Config } from '../config.ts'
import { type ChainRow, listChains } from '../line/record/store.ts'
import { withDatabase } from './with-app.ts'

const PAGE = 500

/** Checks the audit chain of every intake; exit code 1 when one was tampered with. */
export const audit = async (config: Config, [act]: string[]): Promise<number> => {
  if (act !== 'verify') {
    console.error('Usage: bindery audit verify')
    return 2
  }
  return withDatabase(config, async ({ app }) => {
    let checked = 0
    let broken = 0
    const check = async ({ uid, audit_seq: seq, audit_hash: hash, audit_mac: mac }: ChainRow) => {
      const problem = problemIn(app.sealer, uid, { seq, hash, mac }, await listEntries(app.db, uid))
      checked++
      if (problem === null) return
      broken++
      console.log(`${uid}: ${problem}`)
    }
    for (let page = await listChains(app.db, '', PAGE); page.length > 0; ) {
      for (const chain of page) await check(chain)
      page = await listChains(app.db, page.at(-1)?.uid ?? '', PAGE)
    }
    console.log(`${checked} chains checked, ${broken} broken.`)
    return broken === 0 ? 0 : 1
  })
}
