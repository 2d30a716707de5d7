import { plainCity, plainStreet } from '../../../platform/values/address-key.ts'
import type { HomeValues } from './application.ts'

export const addressKey = ({ street, city, state, zip }: HomeValues): string | null =>
  street && city && state && zip ? [plainStreet(street), plainCity(city), state, zip].join('|') : null

export const addressLines = ({ street, city, state, zip }: HomeValues): string[] =>
  [street, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(
    (line): line is string => Boolean(line),
  )

export const addressOf = (home: HomeValues, index: number): string =>
  addressLines(home).join(', ') || `Home ${index + 1}`
