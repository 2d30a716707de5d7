export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const MINUTE_SECONDS = 60
export const QUARTER_HOUR_SECONDS = 900
export const HOUR_SECONDS = 3600

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
