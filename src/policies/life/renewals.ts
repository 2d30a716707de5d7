import type { App } from '../../app.ts'
import type { SealedColumn } from '../../db/seals/sealed-column.ts'
import { assertTransaction } from '../../db/transact.ts'
import { randomId } from '../../lib/ids.ts'
import { changeRenewal, insertRenewal, type RenewalRow, replaceRenewalWords } from './renewal-store.ts'

type Words = {
  /** For the price, as the carrier gave them. */
  reasons: string[]
  /** Why the policy is not renewed. */
  answer?: string
}

export type Renewal = Omit<RenewalRow, 'words'> & Words

const context = (renewal_id: string): string => `policy_renewals/${renewal_id}`

export const sealedRenewal: SealedColumn = {
  table: 'policy_renewals',
  key: ['renewal_id'],
  column: 'words',
  context: ({ renewal_id }: { renewal_id: string }) => context(renewal_id),
}

const sealed = ({ sealer }: App, renewal_id: string, words: Words): Buffer =>
  sealer.seal(context(renewal_id), JSON.stringify(words))

export const openRenewalRow = ({ sealer }: App, { words, ...row }: RenewalRow): Renewal => ({
  ...row,
  ...(JSON.parse(sealer.open(context(row.renewal_id), words)) as Words),
})

export const isOpenRenewal = ({ status }: Pick<Renewal, 'status'>): boolean =>
  status === 'due' || status === 'offered'

/** Null: this period has its renewal. */
export const keepRenewal = async (
  app: App,
  about: Pick<Renewal, 'policy_id' | 'uid' | 'due_on'>,
  by: string,
): Promise<Renewal | null> => {
  assertTransaction(app)
  const now = app.clock.now()
  const row = {
    ...about,
    renewal_id: randomId(app.random, 'ren'),
    status: 'due',
    period_to: null,
    valid_until: null,
    annual_price: null,
    opened_at: now,
    recorded_by: by,
    recorded_at: now,
  } as const
  const words = { reasons: [] }
  const isNew = await insertRenewal(app.db, { ...row, words: sealed(app, row.renewal_id, words) })
  return isNew ? { ...row, ...words } : null
}

export type OfferedTerms = Words & {
  annual_price: number
  period_to: string
  valid_until: string | null
}

type Outcome =
  | ({ status: 'offered' } & OfferedTerms)
  | { status: 'renewed' }
  | { status: 'not_renewed'; answer: string }

/** False: it was settled before. */
export const recordRenewal = (
  app: App,
  { renewal_id, reasons: before }: Renewal,
  { outcome, by }: { outcome: Outcome; by: string },
): Promise<boolean> => {
  assertTransaction(app)
  const { status } = outcome
  const told = { renewal_id, status, recorded_by: by, recorded_at: app.clock.now() }
  if (status !== 'offered') {
    const words = { reasons: before, ...('answer' in outcome && { answer: outcome.answer }) }
    return changeRenewal(app.db, { ...told, words: sealed(app, renewal_id, words) })
  }
  const { annual_price, period_to, valid_until, reasons } = outcome
  return changeRenewal(app.db, {
    ...told,
    annual_price,
    period_to,
    valid_until,
    words: sealed(app, renewal_id, { reasons }),
  })
}

export const eraseRenewalWords = (app: App, { renewal_id }: RenewalRow): Promise<void> =>
  replaceRenewalWords(app.db, renewal_id, sealed(app, renewal_id, { reasons: [] }))
