import { isObject } from '../../../platform/lib/is-object.ts'
import type { Json } from '../../line/fields/merge.ts'

const ADDRESS = ['address', 'streetnumber', 'street', 'city', 'state', 'zip']

/** With several homes, or with another address in the row, it may mean something else, so it stays there. */
export const withHomeAddress = (intake: Json, stored: readonly unknown[]): Json => {
  const { address, home = [], ...rest } = intake
  if (!isObject(address) || !Array.isArray(home) || Math.max(home.length, stored.length) > 1) return intake
  const [row = {}] = home as unknown[]
  return !isObject(row) || ADDRESS.some(name => row[name] !== undefined)
    ? intake
    : { ...rest, home: [{ ...row, address }] }
}

const ROW = 'home[0].'

export const asSent = <P extends { path: string }>(problems: readonly P[], isMoved: boolean): P[] =>
  problems.map(problem =>
    isMoved && problem.path.startsWith(`${ROW}address`)
      ? { ...problem, path: problem.path.slice(ROW.length) }
      : problem,
  )
