export const stopSignal = (): AbortSignal => {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort())
  return stopping.signal
}
