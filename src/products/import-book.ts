import { type BookEntry, keyOfEntry, readEntry, sameText } from '../agency/book/entries.ts'
import type { BookRecord, BookRecords } from '../agency/book/read-csv.ts'
import { listTerms } from '../agency/book/store.ts'
import { recordVersion } from '../agency/policies/keep-versions.ts'
import { expiresOn } from '../agency/policies/life/policy-end.ts'
import { isOpenRenewal, keepRenewal, recordRenewal } from '../agency/policies/life/renewals.ts'
import { policyOf } from '../agency/policies/policies.ts'
import { listPolicyRows } from '../agency/policies/store.ts'
import type { App } from '../platform/app.ts'
import { recordAct } from '../platform/audit/acts.ts'
import { transact } from '../platform/db/transact.ts'
import { Failure } from '../platform/errors.ts'
import { adopt, keepEntry, type Told, termsOfEntry, toldIn } from './line/adopt.ts'
import { filedUnderPolicy, searchBook } from './line/record/book.ts'
import { lockIntakeRow } from './line/record/store.ts'
import { lines } from './lines.ts'

export type Counts = Record<'read' | 'imported' | 'history' | 'present' | 'refused', number>

/** What became of a policy of the file. `history`: kept, and not serviced here. `present`: it was here before. */
type Outcome = { kind: 'imported' | 'history' | 'present' | 'refused'; words: string | null }

type ImportLine = { place: number; at: string; isRefused: boolean; words: string }

type File = { file: string; actor: string; isDry: boolean }

type Reading = { entry: BookEntry; told: Told; source: { file: string; at: string }; actor: string }

const carrierFor = (app: App, { line, carrier }: BookEntry) =>
  lines[line].carriers
    .byMode(app)
    .live.find(({ id, name }) => sameText(id, carrier) || sameText(name, carrier)) ?? null

/** Other customers with the same contact: perhaps the same one. */
const alike = async (app: App, { answers: { email, phone_number } }: BookEntry): Promise<string[]> => {
  const said: string[] = []
  for (const [what, text] of [
    ['email', email],
    ['phone', phone_number],
  ] as const) {
    if (text === undefined) continue
    const { found } = await searchBook(app, { text, sandbox: false, before: null, limit: 3 })
    if (found.length > 0) said.push(`the same ${what} as ${found.map(({ uid }) => uid).join(', ')}`)
  }
  return said
}

type Kept = Outcome['kind']

/** The next term of a policy that is here already. History: it does not begin where that one ends. */
const renew = async (
  app: App,
  reading: Reading,
  known: { uid: string; policy_id: string },
): Promise<Kept> => {
  const { entry, actor } = reading
  await lockIntakeRow(app.db, known.uid)
  const policy = await policyOf(app, known)
  const { effective_date: due_on } = entry
  if (policy?.versions.some(({ terms }) => terms.period.from === due_on)) return 'present'
  if (!policy || policy.end !== null || expiresOn(policy) !== due_on) return 'history'
  const open = policy.renewals.find(one => one.due_on === due_on && isOpenRenewal(one))
  const renewal = open ?? (await keepRenewal(app, { ...known, due_on }, actor))
  if (!renewal) return 'history'
  const terms = termsOfEntry({ ...reading, line: lines[entry.line], carrier: null })
  const annual_price = Math.round(entry.premium_cents / 100)
  await recordRenewal(app, renewal, {
    outcome: {
      status: 'offered',
      annual_price,
      period_to: entry.expiration_date,
      valid_until: null,
      reasons: [],
    },
    by: actor,
  })
  await recordRenewal(app, renewal, { outcome: { status: 'renewed' }, by: actor })
  await recordVersion(app, policy, {
    basis: 'imported',
    effective_from: due_on,
    change: before => ({ ...terms, carrier: before.carrier, mailing_address: before.mailing_address }),
    by: actor,
    reason: `${reading.source.file}, ${reading.source.at}`,
  })
  return 'imported'
}

const anotherTerm = async (
  app: App,
  reading: Reading,
  known: { uid: string; policy_id: string | null },
): Promise<Outcome> => {
  const { uid, policy_id } = known
  const kind = policy_id === null ? 'history' : await renew(app, reading, { uid, policy_id })
  await keepEntry(app, reading, { uid, policy_id: kind === 'history' ? null : policy_id })
  return { kind, words: null }
}

const take = async (app: App, reading: Reading): Promise<Outcome> => {
  const { entry } = reading
  const line = lines[entry.line]
  const carrier = carrierFor(app, entry)
  const under = await filedUnderPolicy(app, { sandbox: false }, entry.policy_number)
  const terms = await listTerms(app.db, keyOfEntry(entry))
  if (terms.some(({ effective_date }) => effective_date === entry.effective_date))
    return { kind: 'present', words: null }
  const known = terms.find(({ policy_id }) => policy_id !== null) ?? (carrier ? undefined : terms[0])
  if (known) return anotherTerm(app, reading, known)
  const sold = under.length === 0 ? [] : await listPolicyRows(app.db, under)
  const own = sold.find(
    row => row.carrier_id === carrier?.id && sameText(row.policy_number, entry.policy_number),
  )
  if (own) return { kind: 'present', words: `the policy was sold here, ${own.uid}` }
  const same = await alike(app, entry)
  const { isHeldElsewhere } = await adopt(app, { ...reading, line, carrier })
  const words = [...same, ...(isHeldElsewhere ? ['another policy is on record for the same address'] : [])]
  return { kind: carrier ? 'imported' : 'history', words: words.length > 0 ? words.join('; ') : null }
}

class DryRun extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('A dry run keeps nothing.')
    this.outcome = outcome
  }
}

const tried = (app: App, reading: Reading): Promise<Outcome> =>
  transact(app, async inside => {
    throw new DryRun(await take(inside, reading))
  }).catch(error => {
    if (error instanceof DryRun) return error.outcome
    throw error
  })

const refusedBy = (error: unknown): Outcome => {
  if (error instanceof Failure) return { kind: 'refused', words: error.message }
  throw error
}

const importOne = async (
  app: App,
  record: BookRecord,
  about: File & { seen: Set<string> },
): Promise<Outcome> => {
  if ('problem' in record) return { kind: 'refused', words: record.problem }
  const entry = readEntry(record.values)
  if (Array.isArray(entry)) return { kind: 'refused', words: entry.join(' ') }
  const told = toldIn(lines[entry.line], entry)
  if (Array.isArray(told)) return { kind: 'refused', words: told.join(' ') }
  const { file, actor, isDry, seen } = about
  const reading = { entry, told, source: { file, at: record.at }, actor }
  if (!isDry) return transact(app, inside => take(inside, reading)).catch(refusedBy)
  const key = Object.values(keyOfEntry(entry)).join('|')
  if (seen.has(key)) return { kind: 'present', words: null }
  seen.add(key)
  return tried(app, reading).catch(refusedBy)
}

type Importing = File & {
  records: BookRecords
  /** Where an earlier run of the same import ended. */
  done?: Counts & { place: number }
  /** Each line that needs a look. */
  onLine(line: ImportLine): Promise<void> | void
  onStep?(counts: Counts, place: number): Promise<void>
}

export const noneYet = (): Counts => ({ read: 0, imported: 0, history: 0, present: 0, refused: 0 })

/** Each policy is a transaction of its own, so a run that is killed leaves whole policies, and the next one goes on. */
export const importBook = async (app: App, importing: Importing): Promise<Counts> => {
  const { records, onLine, onStep, file, actor, isDry, done } = importing
  const { place: from = 0, ...before } = done ?? {}
  const counts: Counts = { ...noneYet(), ...before }
  const seen = new Set<string>()
  for await (const record of records) {
    if (record.place <= from) continue
    const { kind, words } = await importOne(app, record, { file, actor, isDry, seen })
    counts.read++
    counts[kind]++
    const { place, at } = record
    if (words !== null) await onLine({ place, at, isRefused: kind === 'refused', words })
    await onStep?.(counts, place)
  }
  if (!isDry)
    await transact(app, inside =>
      recordAct(inside, {
        about: 'book',
        act: 'book_imported',
        actor,
        note: `${file}: ${countWords(counts)}`,
      }),
    )
  return counts
}

export const countWords = ({ imported, history, refused }: Counts): string =>
  `${imported + history} imported, ${refused} refused`
