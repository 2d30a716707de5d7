import type { App } from '../../app.ts'
import { typedEmail } from '../../lib/email-address.ts'
import { searchBook } from '../../line/record/book.ts'
import type { BookPlace } from '../../line/record/book-store.ts'
import { lineOf } from '../../lines.ts'
import { findListed, type Listed } from './customer.ts'
import { findOperatorByEmail } from './store.ts'

export const PAGE = 25
export const LONGEST = 100

export type Search = { text: string; sandbox: boolean; before: BookPlace | null }

const CONTEXT = 'book-search'

/** What is searched for can be personal, and addresses of pages end up in histories and logs. So it is sealed. */
export const searchPath = ({ sealer }: App, search: Search): string =>
  `/desk/book?search=${sealer.seal(CONTEXT, JSON.stringify(search)).toString('base64url')}`

export const readSearch = ({ sealer }: App, token: string): Search | null => {
  try {
    const { text, sandbox, before } = JSON.parse(sealer.open(CONTEXT, Buffer.from(token, 'base64url')))
    return { text, sandbox, before: before && { uid: before.uid, at: new Date(before.at) } }
  } catch {
    return null
  }
}

export type Found = { shown: Listed[]; next: BookPlace | null }

export const search = async (app: App, { text, sandbox, before }: Search): Promise<Found> => {
  const places = await searchBook(app, { text, sandbox, before, limit: PAGE + 1 })
  const shown: Listed[] = []
  for (const { uid } of places.slice(0, PAGE)) {
    const listed = await findListed(app, uid)
    if (listed) shown.push(listed)
  }
  return { shown, next: places.length > PAGE ? (places[PAGE - 1] ?? null) : null }
}

export const operatorOf = (app: App, text: string) =>
  text.includes('@') ? findOperatorByEmail(app.db, typedEmail(text)) : Promise.resolve(undefined)

export const uidIn = async (app: App, text: string): Promise<string | null> =>
  lineOf(text) !== null && (await findListed(app, text)) ? text : null
