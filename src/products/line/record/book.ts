import { LRUCache } from 'lru-cache'
import { listEntriesOf } from '../../../agency/book/store.ts'
import { listRenewals } from '../../../agency/policies/life/renewal-store.ts'
import { openRenewalRow } from '../../../agency/policies/life/renewals.ts'
import { listPolicyRows } from '../../../agency/policies/store.ts'
import { type App, perService } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { atMost } from '../../../platform/lib/at-most.ts'
import {
  type BookPage,
  type BookPlace,
  deleteAllTerms,
  deleteTerms,
  hasWaiting,
  insertFirstTerms,
  insertTerms,
  listTerms,
  lockTerm,
  searchByFirst,
  searchTerms,
} from './book-store.ts'
import { type BookFacts, meaningsOf, nameMeaningOf, ownerTerm, policyTerm, termsOf } from './book-terms.ts'
import type { Intake } from './intakes.ts'

export type Filed = Pick<Intake<string, unknown>, 'uid' | 'owner' | 'sandbox' | 'createdAt'>

// Shorter than a whole MAC: two terms would collide only among billions of billions.
const BYTES = 16

const context = (sandbox: boolean): string => (sandbox ? 'book/sandbox' : 'book/live')

const MOST_KNOWN = 10_000
const knownOf = perService(() => new LRUCache<string, Buffer>(atMost(MOST_KNOWN)))

/** All other terms are about one customer. */
const isShared = (term: string): boolean => /^(?:word|pair|owner)/.test(term)

/** Customers share beginnings of names and words of addresses, so most MACs are known already. */
const macOf = (app: App, { sandbox }: Pick<Filed, 'sandbox'>, term: string): Buffer => {
  const where = context(sandbox)
  const name = `${where}/${term}`
  const known = knownOf(app)
  const found = known.get(name)
  if (found) return found
  const mac = app.sealer.mac(where, term).subarray(0, BYTES)
  if (isShared(term)) known.set(name, mac)
  return mac
}

const macsOf = ({ sealer }: App, { sandbox }: Pick<Filed, 'sandbox'>, term: string): Buffer[] =>
  sealer.macs(context(sandbox), term).map(mac => mac.subarray(0, BYTES))

const placeOf = ({ uid, createdAt: at }: Filed): BookPlace => ({ uid, at })

const without = (terms: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...terms].filter(term => !others.has(term))

export const fileIntake = async (app: App, intake: Filed, facts: BookFacts): Promise<void> => {
  assertTransaction(app)
  const terms = [ownerTerm(intake.owner), ...termsOf(facts)]
  await insertFirstTerms(
    app.db,
    placeOf(intake),
    terms.map(term => macOf(app, intake, term)),
  )
}

export const refileIntake = async (
  app: App,
  intake: Filed,
  { before, after }: { before: BookFacts; after: BookFacts },
): Promise<void> => {
  assertTransaction(app)
  const [old, now] = [termsOf(before), termsOf(after)]
  const place = placeOf(intake)
  await deleteTerms(
    app.db,
    place,
    without(old, now).flatMap(term => macsOf(app, intake, term)),
  )
  await insertTerms(
    app.db,
    place,
    without(now, old).map(term => macOf(app, intake, term)),
  )
}

export const filePolicy = (app: App, intake: Filed, policyNumber: string): Promise<void> =>
  insertTerms(app.db, placeOf(intake), [macOf(app, intake, policyTerm(policyNumber))])

const MOST_UNDER_ONE_NUMBER = 50

/** Waits for another transaction that files the same number, so that one of the two finds the other. */
export const filedUnderPolicy = async (
  app: App,
  intake: Pick<Filed, 'sandbox'>,
  policyNumber: string,
): Promise<string[]> => {
  assertTransaction(app)
  const macs = macsOf(app, intake, policyTerm(policyNumber))
  const found: string[] = []
  for (const mac of macs) {
    await lockTerm(app.db, mac)
    const page = await searchTerms(app.db, { terms: [mac], before: null, limit: MOST_UNDER_ONE_NUMBER })
    found.push(...page.found.map(({ uid }) => uid))
  }
  return found
}

export const unfileIntake = async (app: App, intake: Filed): Promise<void> => {
  await deleteAllTerms(app.db, intake.uid)
  await insertTerms(app.db, placeOf(intake), [macOf(app, intake, ownerTerm(intake.owner))])
}

/** For records from before the book, and for those under an older key. The caller holds the lock. */
export const renewFiling = async (app: App, intake: Filed, facts: BookFacts): Promise<boolean> => {
  assertTransaction(app)
  const policies = await listPolicyRows(app.db, [intake.uid])
  const renewals = (await listRenewals(app.db, [intake.uid])).map(row => openRenewalRow(app, row))
  const entries = await listEntriesOf(app.db, intake.uid)
  const numbers = [...policies, ...renewals, ...entries].flatMap(({ policy_number }) => policy_number ?? [])
  const terms = [ownerTerm(intake.owner), ...termsOf(facts), ...new Set(numbers.map(policyTerm))].map(term =>
    macOf(app, intake, term),
  )
  const wanted = new Set(terms.map(term => term.toString('hex')))
  const known = (await listTerms(app.db, intake.uid)).map(term => term.toString('hex'))
  if (known.length === wanted.size && known.every(term => wanted.has(term))) return false
  await deleteAllTerms(app.db, intake.uid)
  await insertTerms(app.db, placeOf(intake), terms)
  return true
}

const newestFirst = (a: BookPlace, b: BookPlace): number => {
  if (a.uid === b.uid) return 0
  return b.at.getTime() - a.at.getTime() || (a.uid < b.uid ? 1 : -1)
}

export type BookSearch = {
  text: string
  among?: 'names' | 'all'
  sandbox: boolean
  before: BookPlace | null
  limit: number
}

const meaningsIn = ({ text, among = 'all' }: BookSearch): string[][] => {
  if (among === 'all') return meaningsOf(text)
  const meaning = nameMeaningOf(text)
  return meaning ? [meaning] : []
}

export const searchBook = async (app: App, search: BookSearch): Promise<BookPage> => {
  const { sandbox, before, limit } = search
  const keys = app.sealer.macs('', '').length
  const found = new Map<string, BookPlace>()
  const ends: BookPlace[] = []
  const searching = search.among === 'names' ? searchByFirst : searchTerms
  for (const meaning of meaningsIn(search))
    for (let key = 0; key < keys; key++) {
      const terms = meaning.map(term => macsOf(app, { sandbox }, term)[key] as Buffer)
      const page = await searching(app.db, { terms: terms as [Buffer, ...Buffer[]], before, limit })
      for (const place of page.found) found.set(place.uid, place)
      if (page.lookedTo) ends.push(page.lookedTo)
    }
  const [lookedTo = null] = ends.toSorted(newestFirst)
  const isLookedAt = (place: BookPlace) => lookedTo === null || newestFirst(place, lookedTo) <= 0
  return { found: [...found.values()].filter(isLookedAt).toSorted(newestFirst).slice(0, limit), lookedTo }
}

/** False while applications of an earlier release wait to be filed by two words of a name. */
export const canSearchNames = async (app: App, text: string): Promise<boolean> =>
  nameMeaningOf(text) !== null && !(await hasWaiting(app.db))
