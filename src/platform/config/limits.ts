import { commaList } from './env.ts'
import type { Stop } from './list-file.ts'

export type RateLimits = {
  refuse: boolean
  overrides: ReadonlyMap<string, { points: number; seconds: number }>
}

export type EmailLimits = { refuse: boolean; overrides: ReadonlyMap<string, number> }

type Reading = { production: boolean; stop: Stop }

export const rateLimits = (text: string, { production, stop }: Reading): RateLimits => {
  const overrides = new Map<string, { points: number; seconds: number }>()
  if (text === 'off' && production) stop('RATE_LIMITS=off is refused in production.')
  if (text === 'off') return { refuse: false, overrides }
  for (const item of commaList(text)) {
    const [, name, points, seconds] =
      /^([a-z_]+)=([1-9]\d*)\/([1-9]\d*)$/.exec(item) ??
      stop(`RATE_LIMITS must be "off" or a list like operator=600/60,calculators=120/60, not "${item}".`)
    overrides.set(String(name), { points: Number(points), seconds: Number(seconds) })
  }
  return { refuse: true, overrides }
}

export const emailLimits = (text: string, { production, stop }: Reading): EmailLimits => {
  if (text === 'off' && production) stop('EMAIL_LIMITS=off is refused in production.')
  if (text === 'off') return { refuse: false, overrides: new Map() }
  const overrides = commaList(text).map((item): [string, number] => {
    const [, name, aDay] =
      /^([a-z_]+)=([1-9]\d{0,8})$/.exec(item) ??
      stop(`EMAIL_LIMITS must be "off" or a list like recipient=40,key_code=20, not "${item}".`)
    return [String(name), Number(aDay)]
  })
  return { refuse: true, overrides: new Map(overrides) }
}
