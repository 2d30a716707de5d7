import { type BookEntry, keyOfEntry } from '../../agency/book/entries.ts'
import { type BookEntryRow, bookEntries, insertEntry, listEntriesOf } from '../../agency/book/store.ts'
import { type CarrierKind, isIllustrativeCarrier } from '../../agency/carriers/contract/carrier.ts'
import { type CarrierInfo, carrierInfoOf } from '../../agency/carriers/contract/carrier-info.ts'
import type { LimitName } from '../../agency/carriers/contract/limit-names.ts'
import { startOfDay } from '../../agency/policies/coverage-start.ts'
import { asVersions, keepVersions } from '../../agency/policies/keep-versions.ts'
import { limitLabel } from '../../agency/policies/life/limits.ts'
import { insertPolicy, policies } from '../../agency/policies/store.ts'
import type { PolicyFacts } from '../../agency/policies/terms.ts'
import { coverageRowsOf, type IssuedTerms } from '../../agency/policies/versions.ts'
import type { App } from '../../platform/app.ts'
import { agencyFor } from '../../platform/config/agency.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { randomId } from '../../platform/lib/random.ts'
import type { LineName } from '../../platform/lines.ts'
import { problemWords } from '../../platform/problem-catalog.ts'
import type { FieldEstimate } from '../../platform/values/sourced.ts'
import { claimProperties } from './buying/one-purchase-per-property.ts'
import type { FieldTable } from './fields/field.ts'
import { readWithAddress } from './fields/read-address.ts'
import { readFields } from './fields/read-fields.ts'
import { zipOutsideState } from './fields/zip-in-state.ts'
import { filePolicy } from './record/book.ts'
import type { Intake } from './record/intakes.ts'

/** What a file told of the application, by the names of the line’s questions. */
export type Told = Readonly<Record<string, unknown>>

const IMPORTED = 'imported_file'

/** The person must confirm it before anybody is asked for a price. */
export const fromFile =
  (day: string) =>
  (field: string): FieldEstimate => ({
    field,
    source: IMPORTED,
    confidence: 'medium',
    confirmed_by_user: false,
    estimated_at: day,
  })

type Adopted = { told: Told; policy_id: string | null; actor: string; today: string }

/** How a line makes a record of a policy that was sold elsewhere. Without a policy, it is a draft: only history is kept. */
export type Adoption = {
  product: string
  place: 'property' | 'household'
  /** What a limit of the policy is called among the questions. */
  asked: Readonly<Partial<Record<LimitName, string>>>
  record(app: App, adopted: Adopted): Promise<{ intake: Intake<string, unknown>; item: string }>
}

type AdoptingLine = {
  name: LineName
  fields: readonly { fields: FieldTable }[]
  adoption: Adoption
}

const fieldsOf = ({ fields }: AdoptingLine): FieldTable =>
  Object.assign({}, ...fields.map(one => one.fields)) as FieldTable

const NAMES: Readonly<Record<string, string>> = { phone_number: 'phone' }

/** The answers as the line reads them, or a sentence for each that it cannot take. */
export const toldIn = (line: AdoptingLine, entry: BookEntry): Told | string[] => {
  const fields = fieldsOf(line)
  const { values, problems } = readWithAddress(fields as Parameters<typeof readWithAddress>[0], entry.answers)
  const answers = Object.fromEntries(values)
  const outside = zipOutsideState(answers as { zip?: string; state?: string })
  const all = [...problems, ...(outside ? [outside] : [])]
  if (all.length > 0)
    return all.map(({ path, expected, ...problem }) => {
      const words = `${NAMES[path] ?? path} ${problemWords(problem)}.`
      return expected === undefined ? words : `${words} Enter ${expected}.`
    })
  const { lender, limits } = entry
  const { asked } = line.adoption
  const more = Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) => {
      const own = asked[name as LimitName]
      return own === undefined ? [] : [[own, value]]
    }),
  )
  const loan = lender && {
    lender_name: lender.name,
    ...(lender.loan_number && { loan_number: lender.loan_number }),
  }
  const extra = readFields(fields, { ...more, ...(loan && { loans: [loan] }) }).values
  return { ...answers, ...Object.fromEntries(extra) }
}

type Named = { id: string; name: string; kind: CarrierKind; info?: CarrierInfo | undefined }

type Adopting = {
  line: AdoptingLine
  entry: BookEntry
  told: Told
  /** Null: we do not place with it, so the policy is history. */
  carrier: Named | null
  /** The file, and where in it. */
  source: { file: string; at: string }
  actor: string
}

const textOf = (told: Told, name: string): string => String(told[name] ?? '')

const addressOf = (told: Told) => ({
  street: textOf(told, 'street'),
  city: textOf(told, 'city'),
  state: textOf(told, 'state'),
  zip: textOf(told, 'zip'),
})

export const termsOfEntry = ({ line, entry, told, carrier }: Adopting): IssuedTerms => {
  const { limits, lender, policy_number, premium_cents, effective_date: from, expiration_date: to } = entry
  const address = addressOf(told)
  const { street, city, state, zip } = address
  return {
    policy_number,
    carrier: carrier?.name ?? entry.carrier,
    named_insureds: [textOf(told, 'full_name')],
    mailing_address: null,
    place: { kind: line.adoption.place, lines: [street, `${city}, ${state} ${zip}`], address },
    period: { from, to },
    coverages: Object.entries(limits).map(([name, dollars]) => ({
      ...limitLabel(name as LimitName, { form: null, state }),
      amount: { cents: dollars * 100 },
    })),
    forms: [],
    interests: lender ? [{ kind: 'mortgagee', ...lender }] : [],
    price_cents: premium_cents,
    charges: [],
  }
}

const factsOf = (
  app: App,
  adopting: Adopting,
  { policy_id, terms }: { policy_id: string; terms: IssuedTerms },
): PolicyFacts => {
  const { line, told, carrier } = adopting
  const now = app.clock.now()
  const { state } = addressOf(told)
  const info = carrier?.info && carrierInfoOf(carrier.info)
  const { email, phone_number } = told
  return {
    product: line.adoption.product,
    form: null,
    carrier: terms.carrier,
    producer: agencyFor(app.config, [{ line: line.name, state }], now),
    ...(info && { carrier_info: info }),
    insured: {
      full_name: textOf(told, 'full_name'),
      ...(typeof email === 'string' && { email }),
      ...(typeof phone_number === 'string' && { phone_number }),
      address: addressOf(told),
    },
    location: { label: 'Insured location', lines: terms.place.lines },
    interests: terms.interests.map(({ name, loan_number }) => ({
      label: 'Mortgagee',
      lines: [name, ...(loan_number ? [`Loan ${loan_number}`] : [])],
    })),
    coverages: coverageRowsOf(terms),
    sandbox: false,
    state,
    illustrative: carrier !== null && isIllustrativeCarrier(carrier),
    policy_id,
    policy_number: terms.policy_number,
    effective_date: terms.period.from,
    effective_at: startOfDay(state, terms.period.from).toISOString(),
    expiration_date: terms.period.to,
    annual_price: Math.round(terms.price_cents / 100),
    issued_at: now.toISOString(),
  }
}

const keepPolicy = async (
  app: App,
  adopting: Adopting,
  { uid, item, policy_id, carrier_id }: { uid: string; item: string; policy_id: string; carrier_id: string },
): Promise<void> => {
  const now = app.clock.now()
  const terms = termsOfEntry(adopting)
  const facts = factsOf(app, adopting, { policy_id, terms })
  const { policy_number, effective_date, expiration_date, annual_price } = facts
  await insertPolicy(app.db, {
    policy_id,
    uid,
    item,
    order_id: null,
    carrier_id,
    policy_number,
    effective_date,
    expiration_date,
    annual_price,
    sandbox: false,
    facts: app.sealer.seal(policies.context('facts', { policy_id }), JSON.stringify(facts)),
    issued_at: now,
  })
  const { file, at } = adopting.source
  const versions = asVersions({ uid, policy_id }, [
    {
      effective_from: effective_date,
      basis: 'imported',
      terms,
      reason: `${file}, ${at}`,
      recorded_by: adopting.actor,
      recorded_at: now,
    },
  ])
  await keepVersions(app, { uid, policy_id, versions })
}

type EntryFacts = { entry: BookEntry; source: Adopting['source'] }

export type KeptEntry = Omit<BookEntryRow, 'facts'> & EntryFacts

/** What files said of the customer’s policies, the history too. */
export const entriesOf = async (app: App, uid: string): Promise<KeptEntry[]> =>
  (await listEntriesOf(app.db, uid)).map(({ facts, ...row }) => ({
    ...row,
    ...app.sealer.openJson<EntryFacts>(bookEntries.context('facts', row), facts),
  }))

/** Returns false if that term is on record already. */
export const keepEntry = (
  app: App,
  { entry, told, source, actor }: Pick<Adopting, 'entry' | 'told' | 'source' | 'actor'>,
  kept: Pick<BookEntryRow, 'uid' | 'policy_id'>,
): Promise<boolean> => {
  const key = keyOfEntry(entry)
  const facts: EntryFacts = { entry, source }
  return insertEntry(app.db, {
    ...key,
    ...kept,
    expiration_date: entry.expiration_date,
    state: textOf(told, 'state'),
    facts: app.sealer.seal(bookEntries.context('facts', key), JSON.stringify(facts)),
    imported_by: actor,
    imported_at: app.clock.now(),
  })
}

export type Adoptee = { uid: string; policy_id: string | null; isHeldElsewhere: boolean }

/** A customer, and the policy if its carrier is one of ours. */
export const adopt = async (app: App, adopting: Adopting): Promise<Adoptee> => {
  assertTransaction(app)
  const { line, entry, told, carrier, actor } = adopting
  const state = textOf(told, 'state')
  const today = dayIn(state, app.clock.now())
  const policy_id = carrier && randomId(app.random, 'pol')
  const history = { prior_carrier: entry.carrier, policy_expire: entry.expiration_date }
  const { intake, item } = await line.adoption.record(app, {
    told: carrier ? told : { ...told, ...history },
    policy_id,
    actor,
    today,
  })
  const { uid } = intake
  if (carrier && policy_id) await keepPolicy(app, adopting, { uid, item, policy_id, carrier_id: carrier.id })
  await filePolicy(app, intake, entry.policy_number)
  await keepEntry(app, adopting, { uid, policy_id })
  const isOpen = carrier !== null && entry.expiration_date > today
  const property = { item, path: '', address: addressOf(told), starts_on: entry.effective_date }
  const held = isOpen ? await claimProperties(app, intake, [property]) : []
  return { uid, policy_id, isHeldElsewhere: held.length > 0 }
}
