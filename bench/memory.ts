import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { getKey } from '../test/support/people/client.ts'
import { load } from './load.ts'
import { residentMegabytes } from './process-facts.ts'
import { startService } from './processes.ts'
import { create, EMAIL, SETTINGS, submit, timed } from './quote-calls.ts'

const [CREATES, SUBMITS] = [800, 300]
const SETTLED_MS = 3000

const BARS = { writes: Number.parseInt(process.versions.node, 10) < 24 ? 150 : 220, supervisor: 60 }

const settled = async (pid: number): Promise<number> => {
  await setTimeout(SETTLED_MS)
  return residentMegabytes(pid)
}

const withFolder = async <T>(act: (env: Record<string, string>) => Promise<T>): Promise<T> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    return await act({ ...SETTINGS, DATA_DIR: dataDir })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Resident memory of one process with its defaults, and of the one that supervises two. */
export const memory = async (): Promise<void> => {
  await withFolder(async env => {
    const service = await startService(env)
    console.log(`Node ${process.versions.node}: idle ${await settled(service.pid)} MB`)
    const agent = { url: service.url, key: await getKey(service.url, EMAIL) }
    const url = `${service.url}/api/agent/calculators/umbrella`
    const body = JSON.stringify({ zip: '60601', desired_coverage_limit: 2_000_000, auto_count: 2 })
    await load({ ...service, url, headers: { authorization: `Bearer ${agent.key}` }, body })
    console.log(`after prices ${await settled(service.pid)} MB`)
    const uids: string[] = []
    await timed(Array.from({ length: CREATES }), async () => void uids.push(await create(agent)))
    await timed(uids.slice(0, SUBMITS), uid => submit(agent, uid))
    console.log(
      `after ${CREATES} creates and ${SUBMITS} submits ${await settled(service.pid)} MB (bar ${BARS.writes})`,
    )
    await service.stop()
  })
  await withFolder(async env => {
    const service = await startService(env, '--processes', '2')
    console.log(`supervisor of two ${await settled(service.pid)} MB (bar ${BARS.supervisor})`)
    await service.stop()
  })
}
