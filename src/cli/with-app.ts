import type { Config } from '../config.ts'
import { createLog } from '../lib/log.ts'
import { closeAll, openApp } from '../service.ts'

type Opened = Awaited<ReturnType<typeof openApp>>

/** For commands that do one thing: open what they need, close it whatever happens. */
export const withApp = async <T>(config: Config, act: (opened: Opened) => Promise<T>): Promise<T> => {
  const closers: Parameters<typeof openApp>[1] = []
  const log = createLog('error', process.stderr)
  try {
    return await act(await openApp({ config, log }, closers))
  } finally {
    await closeAll(closers, log)
  }
}
