import { distance } from 'fastest-levenshtein'
import { Failure } from '../../errors.ts'

type Known = { method: string; path: string }

const MOST_STEPS = 3

const LONGEST_PATH = 100

const alike = (path: string, known: string): string =>
  known
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (path.split('/')[at] ?? part) : part))
    .join('/')

const plain = (path: string): string =>
  path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/+$/, '')

const meantBy = (path: string, known: readonly Known[]): Known | undefined => {
  if (path.length > LONGEST_PATH) return undefined
  const [best] = known
    .map(row => ({ row, steps: distance(plain(path), alike(plain(path), row.path.toLowerCase())) }))
    .filter(({ steps }) => steps <= MOST_STEPS)
    .toSorted((a, b) => a.steps - b.steps)
  return best?.row
}

const LISTS: readonly [prefix: string, list: string][] = [
  ['/api/consumer', '/api/consumer'],
  ['/api/intake', '/api/consumer'],
  ['/api', '/api/agent'],
]

const START = 'There is no such path. GET /llms.txt says what this service offers, and where.'

export const unknownPath = (url: string, known: readonly Known[], isForPerson: boolean): Failure => {
  const [path = ''] = url.split('?')
  const list = LISTS.find(([prefix]) => path.toLowerCase().startsWith(prefix))?.[1]
  if (list === undefined) return new Failure('not_found', isForPerson ? {} : { message: START })
  const meant = meantBy(path, known)
  return new Failure('not_found', {
    message: meant
      ? `There is no such path. Did you mean ${meant.method} ${meant.path}?`
      : `There is no such path. GET ${list} lists every operation with its URL.`,
  })
}
