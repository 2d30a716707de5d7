import type { App } from '../../../../platform/app.ts'
import { isShortMac, shortMac } from '../../../../platform/lib/reference.ts'

/** Names one thing for one purpose until it expires. The holder needs no other credential. */
export const signedToken = (
  app: App,
  purpose: string,
  { name, livesMs }: { name: string; livesMs: number },
): string => {
  const expires = Math.floor((app.clock.now().getTime() + livesMs) / 1000).toString(36)
  return `${name}.${expires}.${shortMac(app.sealer, purpose, `${name}/${expires}`)}`
}

const readToken = (app: App, purpose: string, token: string): { name: string; isLive: boolean } | null => {
  const [, name = '', expires = '', mac = ''] =
    /^([\w.-]{1,200})\.([0-9a-z]{1,10})\.([\w-]+)$/.exec(token) ?? []
  const isLive = Number.parseInt(expires, 36) * 1000 > app.clock.now().getTime()
  return isShortMac(app.sealer, { context: purpose, text: `${name}/${expires}` }, mac)
    ? { name, isLive }
    : null
}

export const readSignedToken = (app: App, purpose: string, token: string): string | null => {
  const read = readToken(app, purpose, token)
  return read?.isLive ? read.name : null
}

/** Returns the name even after the token expired, so it must not grant access. */
export const nameInToken = (app: App, purpose: string, token: string): string | null =>
  readToken(app, purpose, token)?.name ?? null
