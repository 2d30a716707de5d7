import type { App } from '../../app.ts'
import { hostCookie, hostCookieOf } from '../../http/pages/cookies.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { QUARTER_HOUR_SECONDS } from '../../lib/clock.ts'
import { SealError } from '../../lib/sealer.ts'

const COOKIE = 'asked'

const contextOf = (about: string): string => `asked:${about}`

/** What was asked for, kept in this browser while its answer is under way: the page after it can be loaded again. */
export const askedCookie = (app: App, about: string, asked: object): string =>
  hostCookie(
    COOKIE,
    app.sealer.seal(contextOf(about), JSON.stringify(asked)).toString('base64url'),
    QUARTER_HOUR_SECONDS,
  )

export const readAsked = <T extends object>(
  app: App,
  { cookies }: Pick<DocumentRequest, 'cookies'>,
  about: string,
): T | null => {
  const sealed = hostCookieOf(cookies, COOKIE)
  if (sealed === undefined) return null
  try {
    return app.sealer.openJson<T>(contextOf(about), Buffer.from(sealed, 'base64url'))
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
