import type pg from 'pg'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release?: Release) => void
type Release = (destroy?: boolean | Error) => void

const once = (release: Release | undefined): Release | undefined => {
  let released = release === undefined
  return destroy => {
    if (released) return
    released = true
    release?.(destroy)
  }
}

/**
 * graphile-worker 0.17.3 (`listenForChanges` in main.js) can release its LISTEN client twice: once because the worker is
 * stopping, and again when the connection dies before LISTEN was answered. pg-pool throws at the second release, inside a
 * promise that nobody awaits, which would end the process. The library is the only caller that connects with a callback.
 */
export const releaseOnce = (pool: pg.Pool): pg.Pool => {
  const connect = (callback?: Connected): unknown =>
    callback
      ? pool.connect((error, client, release) => callback(error, client, once(release)))
      : pool.connect()
  return new Proxy(pool, {
    get: (target, name, receiver) => (name === 'connect' ? connect : Reflect.get(target, name, receiver)),
  })
}
