import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import type { Random } from '../../../platform/lib/random.ts'

// RFC 8628, 6.1: no vowels, so no words appear, and no lookalike letters.
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

const four = (random: Random): string =>
  Array.from({ length: 4 }, () => LETTERS[random.below(LETTERS.length)]).join('')

export const newUserCode = (random: Random): string => `${four(random)}-${four(random)}`

const bare = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z]/g, '')

export const userCodeMac = (app: App, registrationId: string, code: string): Buffer =>
  app.sealer.mac(`user-code/${registrationId}`, bare(code))

export const isUserCode = (
  app: App,
  { registration_id, user_code }: { registration_id: string; user_code: Buffer | null },
  given: string,
): boolean => user_code !== null && timingSafeEqual(user_code, userCodeMac(app, registration_id, given))
