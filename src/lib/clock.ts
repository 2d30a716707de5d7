export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)
