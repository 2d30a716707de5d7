/** npm passes a Ctrl-C on that its child already got. The second one must not end it before PostgreSQL is down. */
export const stopSignal = (): AbortSignal => {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort())
  return stopping.signal
}
