import type { App } from '../../../platform/app.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { readSealedCookie, sealedCookie } from '../../../platform/pages/sealed-cookie.ts'

const placeOf = (about: string) => ({ name: 'asked', context: `asked:${about}` })

/** Keeps the request in this browser while its answer is under way, so the next page can be loaded again. */
export const askedCookie = (app: App, about: string, asked: object): string =>
  sealedCookie(app, placeOf(about), JSON.stringify(asked))

export const readAsked = <T extends object>(
  app: App,
  { cookies }: Pick<DocumentRequest, 'cookies'>,
  about: string,
): T | null => {
  const asked = readSealedCookie(app, placeOf(about), cookies)
  return asked === null ? null : (JSON.parse(asked) as T)
}
