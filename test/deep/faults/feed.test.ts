import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { type ServiceProcess, startProcess } from '../../support/servers/process.ts'

const WRITERS = 8
const KILLS = scaled(4, 60)
const KILLED = 3

type Feed = { changes: { seq: number; uid: string; status: string }[]; next: number; has_more: boolean }

test(
  `${WRITERS} writers of one operator, two processes, ${KILLS} kills of a process or of PostgreSQL: readers that keep their position see each acknowledged change once, in order`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-feed-'))
    const ports = [await freePort(), await freePort()] as const
    const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
    const start = (at: number): Promise<ServiceProcess> =>
      startProcess({ databaseUrl: null, port: Number(ports[at]), env, args: ['serve', '--no-worker'] })
    const running = [await start(0), await start(1)]
    onTestFinished(async () => {
      await Promise.all(running.map(service => service.kill()))
      const pid = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
      if (pid) process.kill(Number.parseInt(pid, 10), 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    })
    const urlOf = (at: number): string => `http://127.0.0.1:${ports[at % 2]}`
    const key = await getKey(urlOf(0), newEmail())
    let over = false

    const acknowledged = async (act: (url: string) => Promise<Answer>, first: number): Promise<Answer> => {
      let at = first
      const answer = await until(async () => {
        const { status, body, ...more } = await act(urlOf(at++))
        return [409, 500, 503].includes(status) ? null : { status, body, ...more }
      })
      expect([200, 202]).toContain(answer?.status)
      return answer as Answer
    }
    const written: string[] = []
    const write = async (writer: number): Promise<void> => {
      while (!over) {
        const [create, submit] = [randomUUID(), randomUUID()]
        const intake = completeIntake()
        const made = await acknowledged(
          url => quotesCall(url, key, { intake }, { 'idempotency-key': create }),
          writer,
        )
        const { uid } = made.body
        const sent = { uid, credit_check_authorized: true }
        await acknowledged(url => quotesCall(url, key, sent, { 'idempotency-key': submit }), writer + 1)
        written.push(String(uid))
      }
    }

    const read = async (reader: number) => {
      const seen: Feed['changes'] = []
      let after = 0
      const look = async (): Promise<boolean> => {
        const url = `${urlOf(reader)}/api/agent/changes?after=${after}&limit=20`
        const { status, body } = await call(url, { key })
        if (status !== 200) return true
        const { changes, next, has_more } = body as Feed
        seen.push(...changes)
        after = next
        return has_more
      }
      while (!over) {
        await look().catch(() => true)
        await setTimeout(20)
      }
      return { seen, rest: () => until(async () => !(await look())) }
    }

    const killOne = async (kill: number): Promise<void> => {
      await setTimeout(1000)
      const victim = kill % KILLED
      if (victim < running.length) {
        await running[victim]?.kill()
        running[victim] = await start(victim)
        return
      }
      const server = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
      process.kill(server, 'SIGKILL')
      for (const port of ports)
        await until(async () => (await call(`http://127.0.0.1:${port}/readyz`)).status === 200)
    }

    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    const reading = [0, 1, 2].map(read)
    for (let kill = 0; kill < KILLS; kill++) await killOne(kill)
    over = true
    await Promise.all(writing)
    const readers = await Promise.all(reading)
    expect(written.length).toBeGreaterThan(WRITERS)
    for (const { seen, rest } of readers) {
      await rest()
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, at) => at + 1))
      expect([...new Set(seen.map(({ uid }) => uid))].toSorted()).toEqual(written.toSorted())
      for (const uid of written)
        expect(seen.flatMap(change => (change.uid === uid ? change.status : []))).toEqual([
          'needs_more_info',
          'pending_quotes',
        ])
    }
  },
  scaled(240_000, 3_600_000),
)
