import { expect, test } from 'vitest'
import { isLockTimeout } from '../../../src/platform/db/database.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, type Homeowner } from '../../support/people/homeowner-in-portal.ts'
import { hurry } from '../../support/runs/hurry.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const KILLS = scaled(2, 40)
const SIGNED_AT_ONCE = 4

/** The rows can be locked for a moment by what was killed. A person would press the button again. */
const onceUnlocked = (act: () => Promise<unknown>): Promise<unknown> =>
  act().catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    return onceUnlocked(act)
  })

test(
  `kill -9 while policies are issued, ${KILLS} times: every signature ends in one policy, one binder and one mail`,
  async () => {
    const databaseUrl = await createDatabase()
    const options = { databaseUrl, port: await freePort(), env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
    // The homeowners sign at a replica without a worker; the process that issues the policies is killed.
    const portal = await serviceForThisTest({ databaseUrl, work: false })
    const signed = new Map<string, string>()
    let key = ''

    const ready = async (url: string): Promise<Homeowner> => {
      const intake = completeIntake()
      const { body } = await onceAnswered(() =>
        quotesCall(url, key, { intake, credit_check_authorized: true }),
      )
      await untilQuoted(url, key, body.uid)
      const homeowner = asHomeowner(portal, String(body.uid))
      await onceUnlocked(homeowner.selectBest)
      await onceUnlocked(homeowner.confirmAll)
      signed.set(homeowner.caller.uid, intake.email)
      return homeowner
    }

    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess(options)
      key ||= await getKey(service.url, newEmail())
      const homeowners = await Promise.all(Array.from({ length: SIGNED_AT_ONCE }, () => ready(service.url)))
      const signing = homeowners.map(({ sign }) => onceUnlocked(sign))
      await Promise.race(signing)
      await service.kill()
      await Promise.all(signing)
    }
    await serviceForThisTest({ databaseUrl, env: options.env })
    const bound = "select from intakes where status = 'bound'"
    await until(
      async () => {
        await hurry(databaseUrl)
        return (await query(databaseUrl, bound)).length === KILLS * SIGNED_AT_ONCE
      },
      { withinMs: 60_000, everyMs: 250 },
    )
    const counts = await query<{ uid: string; count: number }>(
      databaseUrl,
      `select uid, 'policy' from policies union all
       select uid, 'order' from bind_orders union all
       select uid, 'binder' from policy_documents join policies using (policy_id) union all
       select intake_uid, 'mail' from emails where purpose = 'policy_bound'`,
    )
    expect(counts.map(({ uid }) => uid).toSorted()).toEqual(
      [...signed.keys()].flatMap(uid => [uid, uid, uid, uid]).toSorted(),
    )
  },
  scaled(180_000, 1_800_000),
)
