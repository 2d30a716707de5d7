import type { App } from '../../../src/platform/app.ts'

const running = new Map<string, App>()

export const nowRunning = (url: string, app: App): void => {
  running.set(url, app)
}

export const stopped = (url: string, app: App): void => {
  if (running.get(url) === app) running.delete(url)
}

/** The service at this address, if it runs in this process. */
export const runningAt = (url: string): App | undefined => running.get(url)
