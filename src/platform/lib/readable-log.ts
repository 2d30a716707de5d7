import { styleText } from 'node:util'

type Line = { level: string; time: string; msg: string } & Readonly<Record<string, unknown>>

/** What a first start says, once each. Nobody at a terminal reads the rest of these. */
const PHASES: Readonly<Record<string, string | null>> = {
  embedded_postgres_initialised: 'Created a PostgreSQL database',
  embedded_postgres_started: 'Started PostgreSQL',
  'migration begins': 'Creating the tables',
  'migration applied': null,
  'anchor of the log of seals': null,
}

const STYLES = { warn: 'yellow', error: 'red', fatal: 'red' } as const

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const requestWords = ({ method, route, status, ms }: Line): string => {
  const words = `${shown(method)} ${shown(route)} ${shown(status)}`
  return `${Number(status) < 500 ? words : styleText('red', words)} ${styleText('dim', `${shown(ms)} ms`)}`
}

const factsOf = ({ level: _, time: __, msg: ___, ...facts }: Line): string =>
  Object.entries(facts)
    .map(([name, value]) => ` ${styleText('dim', `${name}=`)}${shown(value)}`)
    .join('')

const wordsOf = (line: Line): string => {
  if (line.msg === 'request') return requestWords(line)
  const said = `${line.msg}${factsOf(line)}`
  const { [line.level as keyof typeof STYLES]: style } = STYLES
  return style ? `${styleText(style, line.level)} ${said}` : said
}

/** The log for a person at a terminal. Everything else gets it as JSON, with all facts. */
export const readableLog = (write: (text: string) => void): { write(line: string): void } => {
  const told = new Set<string>()
  return {
    write(text) {
      const line = JSON.parse(text) as Line
      const phase = PHASES[line.msg]
      if (phase === null || (phase !== undefined && told.has(phase))) return
      if (phase !== undefined) told.add(phase)
      write(`${styleText('dim', line.time.slice(11, 19))} ${phase ?? wordsOf(line)}\n`)
    },
  }
}
