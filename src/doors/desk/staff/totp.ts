import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
// A code of the step before or after still counts, because clocks differ and people type slowly (RFC 6238, 5.2).
const STEPS_AROUND = [0, -1, 1]

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / STEP_SECONDS)

/** RFC 4226, 5.3. */
export const codeAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepOfCode = (
  secret: Buffer,
  given: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null => {
  if (!/^\d{6}$/.test(given)) return null
  const isCode = (step: number) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(given))
  return (
    STEPS_AROUND.map(around => stepAt(now) + around).find(step => step > lastStep && isCode(step)) ?? null
  )
}

export const otpauthUrl = (
  secret: Buffer,
  { issuer, account }: { issuer: string; account: string },
): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
