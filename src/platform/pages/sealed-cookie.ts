import { type Cookies, hostCookie, hostCookieOf } from '../http/pages/document.ts'
import { QUARTER_HOUR_SECONDS } from '../lib/clock.ts'
import { SealError, type Sealer } from '../lib/sealer.ts'

/** `context`: the cookie's owner and purpose. A cookie sealed under another context does not open. */
type Place = { name: string; context: string }

type Sealing = { sealer: Sealer }

/** This browser keeps it for a quarter of an hour, and only we can read it. */
export const sealedCookie = ({ sealer }: Sealing, { name, context }: Place, text: string): string =>
  hostCookie(name, sealer.seal(context, text).toString('base64url'), QUARTER_HOUR_SECONDS)

/** Browsers drop a cookie of more than 4,096 characters. */
export const isKeptByBrowsers = (cookie: string): boolean => cookie.length <= 3_800

export const readSealedCookie = (
  { sealer }: Sealing,
  { name, context }: Place,
  cookies: Cookies,
): string | null => {
  const sealed = hostCookieOf(cookies, name)
  if (sealed === undefined) return null
  try {
    return sealer.open(context, Buffer.from(sealed, 'base64url'))
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
