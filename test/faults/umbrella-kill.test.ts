import { expect, onTestFinished, test } from 'vitest'
import { getKey, newEmail } from '../support/client.ts'
import { createDatabase, query } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { pngOf } from '../support/pictures.ts'
import { startProcess } from '../support/process.ts'
import { scaled } from '../support/scale.ts'
import { readyToFinalize, umbrellaCall, untilStatus } from '../support/umbrella.ts'

const KILLS = scaled(3, 40)

const png = pngOf(300, 300).toString('base64')
const attachments = ['declarations', 'auto_declarations'].map(type => ({
  type,
  filename: 'a.png',
  content: png,
}))

test(
  `kill -9 between the purchase and the policy, ${KILLS} times: every acknowledged purchase ends bound, with one policy, one charge and one mail`,
  async () => {
    const databaseUrl = await createDatabase()
    const port = await freePort()
    const options = { databaseUrl, port, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
    const live = new Map<string, string>()
    const rehearsals = new Set<string>()
    let key = ''
    /** Live where the carrier collects, so that a mail goes out; a rehearsal where the agency does, so that it is paid. */
    const buy = async (at: { url: string; key: string }, sandbox: boolean): Promise<void> => {
      const carrier = sandbox ? 'Brindlemoor' : 'Marrowby'
      const { uid, email } = await readyToFinalize(at, { sandbox, carrier })
      const { status } = await umbrellaCall(at, 'bind', { uid })
      if (status === 200 && sandbox) rehearsals.add(uid)
      if (status === 200 && !sandbox) live.set(uid, email)
    }
    const attach = async (at: { url: string; key: string }, uid: string): Promise<void> => {
      await untilStatus(at, uid, ['documents_needed', 'bound'], 30_000)
      await umbrellaCall(at, 'attach', { uid, attachments })
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess(options)
      key ||= await getKey(service.url, newEmail())
      const at = { url: service.url, key }
      const known = live.size + rehearsals.size
      const working = [false, true, false, true].map(sandbox => buy(at, sandbox).catch(() => undefined))
      const attaching = [...rehearsals].map(uid => attach(at, uid).catch(() => undefined))
      // Die while the first purchases are being placed and the others are on their way there.
      await Promise.race(working)
      expect(live.size + rehearsals.size).toBeGreaterThan(known)
      await service.kill()
      await Promise.all([...working, ...attaching])
    }
    const service = await startProcess(options)
    onTestFinished(async () => void (await service.stop()))
    const at = { url: service.url, key }
    for (const uid of rehearsals)
      if ((await umbrellaCall(at, 'status', { uid })).body.status !== 'bound') await attach(at, uid)
    for (const uid of [...live.keys(), ...rehearsals]) await untilStatus(at, uid, ['bound'], 40_000)

    // A purchase whose answer was lost may have been made too: once, as any other.
    const once = async (what: string, acknowledged: readonly string[]) => {
      const rows = await query<{ name: string; count: number }>(databaseUrl, what)
      const counts = new Map(rows.map(({ name, count }) => [name, count]))
      expect(acknowledged.map(name => counts.get(name))).toEqual(acknowledged.map(() => 1))
      expect([...counts.values()].filter(count => count !== 1)).toEqual([])
    }
    await once('select uid as name, count(*) from policies group by uid', [...live.keys(), ...rehearsals])
    await once("select uid as name, count(*) from payments where status = 'paid' group by uid", [
      ...rehearsals,
    ])
    await once(
      "select recipient as name, count(*) from emails where purpose = 'policy_bound' group by recipient",
      [...live.values()],
    )
  },
  scaled(240_000, 1_800_000),
)
