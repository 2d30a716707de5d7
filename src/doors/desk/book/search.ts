import type { App } from '../../../platform/app.ts'
import { findOperatorByEmail } from '../../../platform/key/store.ts'
import { typedEmail } from '../../../platform/lib/email-address.ts'
import { lineOf } from '../../../platform/lines.ts'
import { type BookSearch, canSearchNames, searchBook } from '../../../products/line/record/book.ts'
import type { BookPage, BookPlace } from '../../../products/line/record/book-store.ts'
import { findListed, type Listed } from './listed.ts'

const PAGE = 25
export const LONGEST = 100

type Among = NonNullable<BookSearch['among']>

/** `among` is null when staff just typed something: names first, then everything. */
export type Search = { text: string; sandbox: boolean; among: Among | null; before: BookPlace | null }

const CONTEXT = 'book-search'

/** Sealed, because the searched text can be personal and page addresses end up in histories and logs. */
export const searchPath = ({ sealer }: App, search: Search): string =>
  `/desk/book?search=${sealer.seal(CONTEXT, JSON.stringify(search)).toString('base64url')}`

export const readSearch = ({ sealer }: App, token: string): Search | null => {
  try {
    const { text, sandbox, among, before } = JSON.parse(sealer.open(CONTEXT, Buffer.from(token, 'base64url')))
    return {
      text,
      sandbox,
      among: among ?? (before ? 'all' : null),
      before: before && { uid: before.uid, at: new Date(before.at) },
    }
  } catch {
    return null
  }
}

export type Found = { shown: Listed[]; among: Among; next: BookPlace | null; isCut: boolean }

const pageOf = async (app: App, asked: Search): Promise<BookPage & { among: Among }> => {
  const page = async (among: Among) => ({
    ...(await searchBook(app, { ...asked, among, limit: PAGE + 1 })),
    among,
  })
  if (asked.among !== null) return page(asked.among)
  if (!(await canSearchNames(app, asked.text))) return page('all')
  const names = await page('names')
  return names.found.length > 0 || names.lookedTo ? names : page('all')
}

export const search = async (app: App, asked: Search): Promise<Found> => {
  const { found, lookedTo, among } = await pageOf(app, asked)
  const shown: Listed[] = []
  for (const { uid } of found.slice(0, PAGE)) {
    const listed = await findListed(app, uid)
    if (listed) shown.push(listed)
  }
  const isFull = found.length > PAGE
  return {
    shown,
    among,
    next: (isFull ? found[PAGE - 1] : lookedTo) ?? null,
    isCut: !isFull && lookedTo !== null,
  }
}

export const operatorTyped = (app: App, text: string) =>
  text.includes('@') ? findOperatorByEmail(app.db, typedEmail(text)) : Promise.resolve(undefined)

export const uidIn = async (app: App, text: string): Promise<string | null> =>
  lineOf(text) !== null && (await findListed(app, text)) ? text : null
