import type { App } from '../../app.ts'

/** The service while it is filled: no worker runs, so that jobs run only when `runJobs` says so. */
export type DemoSite = {
  app: App
  url: string
  /** Runs all jobs that are due, or only these. */
  runJobs(only?: readonly string[]): Promise<void>
  /** Moves the service's clock away from the real time. */
  setAgo(milliseconds: number): void
}

export type DemoOperator = DemoSite & { key: string }

type Answer = Record<string, unknown>

/** One call to the API, as a caller outside makes it. A refusal is a bug in the demonstration. */
export const callApi = async (
  { url, key }: { url: string; key?: string },
  path: string,
  body: object,
): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The demonstration failed at ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}
