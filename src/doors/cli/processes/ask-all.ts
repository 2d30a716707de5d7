import { SECOND } from '../../../platform/lib/clock.ts'
import { countersText } from '../../../platform/lib/counters.ts'

type Series = { name: string; labels: string; value: number }
type Family = { help: string; type: string; series: Map<string, Series> }

const LINE = /^([a-zA-Z_:][\w:]*)(\{.*\})? (\S+)$/

/** These are added up over the processes. Of other gauges, the highest counts. */
const ADDED_GAUGES = /_bytes|_handles|_requests|_resources|_waiting|_fds$/

const numberIn = (text: string): number => {
  if (text === '+Inf' || text === 'Inf') return Number.POSITIVE_INFINITY
  return text === 'Nan' ? Number.NaN : Number(text)
}

const wordOf = (value: number): string => {
  if (Number.isNaN(value)) return 'Nan'
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}

const isAdded = (family: string, type: string): boolean => type !== 'gauge' || ADDED_GAUGES.test(family)

const combined = (family: string, type: string, [one, other]: [number, number]): number => {
  if (isAdded(family, type)) return one + other
  return Number.isNaN(one) ? other : Math.max(one, Number.isNaN(other) ? one : other)
}

const familiesIn = (texts: readonly string[]): Map<string, Family> => {
  const families = new Map<string, Family>()
  for (const text of texts) {
    let family: Family | undefined
    let title = ''
    for (const line of text.split('\n')) {
      const [, mark, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
      if (mark === 'HELP') {
        family = families.get(name) ?? { help: rest, type: 'untyped', series: new Map() }
        families.set(name, family)
        title = name
      } else if (mark === 'TYPE' && family) family.type = rest
      const [, sample, labels = '', value] = LINE.exec(line) ?? []
      if (sample === undefined || value === undefined || family === undefined) continue
      const known = family.series.get(sample + labels)
      const number = numberIn(value)
      family.series.set(sample + labels, {
        name: sample,
        labels,
        value: known ? combined(title, family.type, [known.value, number]) : number,
      })
    }
  }
  return families
}

const textOf = (families: readonly [string, Family][]): string =>
  families
    .flatMap(([name, { help, type, series }]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...[...series.values()].map(one => `${one.name}${one.labels} ${wordOf(one.value)}`),
      '',
    ])
    .join('\n')

export const mergeMetrics = (texts: readonly string[]): string => textOf([...familiesIn(texts)])

/** What still counts when a process is gone. Without it the sums would fall, which Prometheus reads as a new start. */
export const countersIn = (text: string): string =>
  textOf([...familiesIn([text])].filter(([, { type }]) => type !== 'gauge'))

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
