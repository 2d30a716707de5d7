import { beginSealing } from '../../platform/audit/begin-sealing.ts'
import type { Config } from '../../platform/config.ts'
import { createDb } from '../../platform/db/session.ts'
import { resealing } from '../../reseal.ts'
import { withDatabase } from './with-app.ts'

const advice = (left: number, unopened: number): string => {
  if (left === 0) return 'Nothing is left under an older key: SECRET_KEY can be cut to its first one.'
  const why =
    unopened > 0
      ? `${unopened} do not open with the keys of SECRET_KEY, or were tampered with: list the key that is missing, see "bindery audit verify".`
      : 'A service still runs with an older key in front: restart it, then run this again.'
  return `${left} are left: keep the older keys. ${why}`
}

export const resealAll = (config: Config): Promise<number> =>
  withDatabase(config, async ({ app, patientPool, seals }) => {
    await beginSealing(app, patientPool)
    let [left, unopened] = [0, 0]
    for (const { name, run } of resealing({ ...app, db: createDb(patientPool, seals) }, patientPool)) {
      const done = await run()
      left += done.left
      unopened += done.unopened
      if (done.resealed + done.left > 0) console.log(`${name}: ${done.resealed} renewed, ${done.left} left.`)
    }
    console.log(advice(left, unopened))
    return left === 0 ? 0 : 1
  })
