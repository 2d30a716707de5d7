import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import type { LimitName } from '../../carriers/contract/limit-names.ts'
import type { BillTo } from '../../carriers/contract/payment-terms.ts'
import {
  changeRenewal,
  insertRenewal,
  policyRenewals,
  type RenewalRow,
  reopenRenewalRow,
  replaceRenewalWords,
} from './renewal-store.ts'

export type RenewalLimit = LimitName

export type RenewalDetails = {
  policy_number?: string
  bill_to?: BillTo
  payment?: string
  /** In dollars. Null: no longer part of the policy. */
  limits?: Partial<Record<RenewalLimit, number | null>>
}

type Words = RenewalDetails & {
  reasons: string[]
  answer?: string
}

export type Renewal = Omit<RenewalRow, 'words'> & Words

const sealed = ({ sealer }: App, renewal_id: string, words: Words): Buffer =>
  sealer.seal(policyRenewals.context('words', { renewal_id }), JSON.stringify(words))

export const openRenewalRow = ({ sealer }: App, { words, ...row }: RenewalRow): Renewal => ({
  ...row,
  ...sealer.openJson<Words>(policyRenewals.context('words', row), words),
})

export const isOpenRenewal = ({ status }: Pick<Renewal, 'status'>): boolean =>
  status === 'due' || status === 'offered'

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

export type OfferedTerms = RenewalDetails & {
  reasons: string[]
  annual_price: number
  period_to: string
  valid_until: string | null
}

type Outcome =
  | ({ status: 'offered' } & OfferedTerms)
  | ({ status: 'renewed' } & RenewalDetails)
  | { status: 'not_renewed'; answer: string }

export const onlyDetails = ({ policy_number, bill_to, payment, limits }: RenewalDetails): RenewalDetails => ({
  ...(policy_number !== undefined && { policy_number }),
  ...(bill_to !== undefined && { bill_to }),
  ...(payment !== undefined && { payment }),
  ...(limits !== undefined && { limits }),
})

export const mergedDetails = (before: RenewalDetails, later: RenewalDetails): RenewalDetails =>
  onlyDetails({
    ...onlyDetails(before),
    ...onlyDetails(later),
    ...((before.limits || later.limits) && { limits: { ...before.limits, ...later.limits } }),
  })

export const recordRenewal = (
  app: App,
  renewal: Renewal,
  { outcome, by }: { outcome: Outcome; by: string },
): Promise<boolean> => {
  assertTransaction(app)
  const { renewal_id, reasons } = renewal
  const { status } = outcome
  const told = { renewal_id, status, recorded_by: by, recorded_at: app.clock.now() }
  const change = (words: Words, terms = {}): Promise<boolean> =>
    changeRenewal(app.db, { ...told, ...terms, words: sealed(app, renewal_id, words) })
  switch (status) {
    case 'not_renewed':
      return change({ reasons, answer: outcome.answer })
    case 'renewed':
      return change({ reasons, ...mergedDetails(renewal, outcome) })
    case 'offered': {
      const { annual_price, period_to, valid_until } = outcome
      return change(
        { reasons: outcome.reasons, ...onlyDetails(outcome) },
        { annual_price, period_to, valid_until },
      )
    }
  }
}

export const addRenewalDetails = (app: App, renewal: Renewal, details: RenewalDetails): Promise<void> => {
  assertTransaction(app)
  const { renewal_id, reasons } = renewal
  const words = { reasons, ...mergedDetails(renewal, details) }
  return replaceRenewalWords(app.db, renewal_id, sealed(app, renewal_id, words))
}

export const reopenRenewal = (app: App, { renewal_id }: Renewal, by: string): Promise<boolean> => {
  assertTransaction(app)
  const words = sealed(app, renewal_id, { reasons: [] })
  return reopenRenewalRow(app.db, { renewal_id, words, recorded_by: by, recorded_at: app.clock.now() })
}

export const eraseRenewalWords = (app: App, { renewal_id }: RenewalRow): Promise<void> =>
  replaceRenewalWords(app.db, renewal_id, sealed(app, renewal_id, { reasons: [] }))
