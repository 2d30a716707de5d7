import { lastAnchor, listBareRows } from '../../platform/audit/anchor-store.ts'
import { sealNow } from '../../platform/audit/begin-sealing.ts'
import type { Config } from '../../platform/config.ts'
import { sealedTables } from '../../tables.ts'
import type { Given } from './arguments.ts'
import { withDatabase } from './with-app.ts'

const rowsWord = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const keyWords = ({ row_key, had_seal }: { row_key: string; had_seal: boolean }): string =>
  `    ${row_key}${had_seal ? ' (had a seal, and somebody took it away)' : ''}`

export const seal = (config: Config, { values }: Given): Promise<number> =>
  withDatabase(config, async ({ app, patientPool }) => {
    let total = 0
    for (const table of sealedTables) {
      const { count, keys } = await listBareRows(patientPool, table)
      if (count === 0) continue
      total += count
      console.log(`  ${table.table}: ${rowsWord(count)} without a seal`)
      for (const key of keys) console.log(keyWords(key))
      if (count > keys.length) console.log(`    and ${count - keys.length} more`)
    }
    const anchor = await lastAnchor(app.db)
    if (anchor === null) console.log('There is no anchor yet.')
    if (values.now) {
      console.log(`${rowsWord(await sealNow(app, patientPool))} sealed.`)
      return 0
    }
    if (total === 0 && anchor !== null) console.log('Nothing is without a seal.')
    else
      console.log(
        'Nothing was changed. Make sure that nobody forged these rows, make a backup, and run "bindery seal --now".',
      )
    return 0
  })
