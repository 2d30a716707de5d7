import { expect, test } from 'vitest'
import { recipientMac } from '../../../src/agency/emails/rules/limits.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { scaled } from '../../support/runs/scale.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const KILLS = scaled(2, 50)
const INTAKES = 6

test(
  `kill -9 during quoting, ${KILLS} times: every submitted intake ends quoted, each homeowner is emailed once, no carrier is heard twice`,
  async () => {
    const databaseUrl = await createDatabase()
    const port = await freePort()
    const options = { databaseUrl, port, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
    const submitted = new Map<string, string>()
    let key = ''
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess(options)
      key ||= await getKey(service.url, newEmail())
      const submitting = Array.from({ length: INTAKES }, async () => {
        const intake = completeIntake()
        const answer = await quotesCall(service.url, key, { intake, credit_check_authorized: true }).catch(
          () => null,
        )
        if (answer?.status === 202) submitted.set(String(answer.body.uid), intake.email)
      })
      // Die while the first are being quoted and the others are at every stage of being submitted.
      await Promise.race(submitting)
      await service.kill()
      await Promise.all(submitting)
    }
    const service = await serviceForThisTest({ databaseUrl, env: options.env })
    expect(submitted.size).toBeGreaterThanOrEqual(KILLS)
    for (const uid of submitted.keys()) await untilQuoted(service.url, key, uid, scaled(60_000, 300_000))
    const emails = await query<{ recipient_mac: Buffer; count: string }>(
      databaseUrl,
      "select recipient_mac, count(*) from emails where subject like '%quotes are ready' group by recipient_mac",
    )
    const emailed = new Map(
      emails.map(({ recipient_mac, count }) => [recipient_mac.toString('hex'), Number(count)]),
    )
    const emailsTo = (email: string) => emailed.get(recipientMac(service.app, email).toString('hex'))
    expect([...submitted.values()].map(emailsTo)).toEqual([...submitted].map(() => 1))
    const twice = await query(
      databaseUrl,
      'select uid, item, carrier_id from offers group by uid, revision, item, carrier_id having count(*) > 1',
    )
    expect(twice).toEqual([])
  },
  scaled(180_000, 1_800_000),
)
