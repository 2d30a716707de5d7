import type { App } from '../../app.ts'

export const todayOf = (app: App): string => app.clock.now().toISOString().slice(0, 10)
