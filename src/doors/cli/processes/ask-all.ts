import { SECOND } from '../../../platform/lib/clock.ts'
import { countersText } from '../../../platform/lib/counters.ts'
import { countersIn, mergeMetrics } from './merge-metrics.ts'

const ASKED_WITHIN_MS = 5 * SECOND

type Answer = { status: number; body: string; type: string }

const ask = async (port: number, path: string): Promise<Answer> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ASKED_WITHIN_MS),
    })
    const type = response.headers.get('content-type') ?? 'text/plain'
    return { status: response.status, body: await response.text(), type }
  } catch {
    return { status: 503, body: '{"status":"away"}', type: 'application/json' }
  }
}

export type Kin = { ports: Map<number, number>; said: Map<number, string>; counted: string }

export const forget = (kin: Kin, id: number): void => {
  kin.counted = mergeMetrics([kin.counted, countersIn(kin.said.get(id) ?? '')])
  kin.ports.delete(id)
  kin.said.delete(id)
}

const merged = async ({ said, counted }: Kin, answers: readonly (readonly [number, Answer])[]) => {
  const texts = answers.map(([id, { status, body }]) => {
    if (status !== 200) return countersIn(said.get(id) ?? '')
    said.set(id, body)
    return body
  })
  return mergeMetrics([...texts, counted, await countersText()])
}

export const askAll = async (kin: Kin, path: string): Promise<Answer> => {
  const answers = await Promise.all(
    [...kin.ports].map(async ([id, port]) => [id, await ask(port, path)] as const),
  )
  const all = answers.map(([, answer]) => answer)
  const good = all.find(({ status }) => status === 200)
  // Meanwhile a process may have ended, and what it counted was kept.
  const alive = answers.filter(([id]) => kin.ports.has(id))
  if (good && path === '/metrics') return { ...good, body: await merged(kin, alive) }
  return good ?? all[0] ?? { status: 503, body: '{"status":"starting"}', type: 'application/json' }
}
