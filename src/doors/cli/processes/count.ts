import { availableParallelism } from 'node:os'
import { type Config, ConfigError } from '../../../platform/config.ts'

const MOST = 64

export const processCount = ({ production }: Config, args: readonly string[]): number => {
  const at = args.indexOf('--processes')
  if (at < 0) return production ? availableParallelism() : 1
  const count = Number(args[at + 1])
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    throw new ConfigError(`--processes must be followed by a number from 1 to ${MOST}.`)
  return count
}
