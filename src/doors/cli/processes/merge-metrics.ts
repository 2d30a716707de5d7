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
