import type { HomeValues } from './application.ts'

/** In lines, as far as it is known. */
export const addressLines = ({ street, city, state, zip }: HomeValues): string[] =>
  [street, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(
    (line): line is string => Boolean(line),
  )

/** In one line; a home without any address goes by its number. */
export const addressOf = (home: HomeValues, index: number): string =>
  addressLines(home).join(', ') || `Home ${index + 1}`
