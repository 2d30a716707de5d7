import type { App } from '../../app.ts'

export type DemoSite = {
  app: App
  url: string
  runJobs(only?: readonly string[]): Promise<void>
  setAgo(milliseconds: number): void
}

export type DemoOperator = DemoSite & { key: string }

type Answer = Record<string, unknown>

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
