import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config.ts'

type Place = { host: string; port: number; portSetting: 'PORT' | 'ADMIN_PORT' }

const complaint = (code: string, { host, port, portSetting }: Place): string => {
  if (code === 'EADDRINUSE')
    return `${portSetting} ${port} is taken: stop what uses it, or set another ${portSetting}.`
  if (code === 'EACCES')
    return `${portSetting} ${port} is closed to this account: set one from 1024 up, or allow it.`
  return `HOST "${host}" is not an address of this machine (${code}): set one, like 127.0.0.1 or 0.0.0.0.`
}

export const blameSetting = async (listening: Promise<unknown>, place: Place): Promise<void> => {
  try {
    await listening
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw cause
    throw new ConfigError(complaint(code, place), { cause })
  }
}

export const listen = (server: FastifyInstance, place: Place & { exclusive?: boolean }): Promise<void> => {
  const { host, port, exclusive = false } = place
  return blameSetting(server.listen({ host, port, exclusive }), place)
}
