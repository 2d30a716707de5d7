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

/** Only graphile-worker 0.17.3 (`listenForChanges` in main.js), which releases twice, connects with a callback. */
export const releaseOnce = (pool: pg.Pool): pg.Pool => {
  const connect = (callback?: Connected): unknown =>
    callback
      ? pool.connect((error, client, release) => callback(error, client, once(release)))
      : pool.connect()
  return new Proxy(pool, {
    get: (target, name, receiver) => (name === 'connect' ? connect : Reflect.get(target, name, receiver)),
  })
}
