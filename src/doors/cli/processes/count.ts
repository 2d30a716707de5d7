import { availableParallelism } from 'node:os'
import { type Config, ConfigError } from '../../../platform/config.ts'

const MOST = 64

export const processCount = ({ production }: Config, asked: string | undefined): number => {
  if (asked === undefined) return production ? availableParallelism() : 1
  const count = Number(asked)
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new ConfigError(`--processes must be followed by a number from 1 to ${MOST}.`)
  return count
}
