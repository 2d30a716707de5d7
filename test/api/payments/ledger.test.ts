import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBooks, post } from '../../../src/agency/ledger/ledger.ts'
import { ledgerBalances, paymentBalances } from '../../../src/agency/ledger/store.ts'
import { findPayment, type Payment, voidPayment } from '../../../src/agency/payments/payments.ts'
import { receiptsOf } from '../../../src/agency/payments/receipt-store.ts'
import { recordDeposit, recordReceipt, settlePayment } from '../../../src/agency/payments/receipts.ts'
import { compare } from '../../../src/agency/payments/reconcile.ts'
import { markRefundSent, refundDue } from '../../../src/agency/payments/refunds.ts'
import { returnPayment } from '../../../src/agency/payments/returned.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { query } from '../../support/database/database.ts'
import { anInvoice } from '../../support/people/desk.ts'
import { anIntake } from '../../support/people/homeowner-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ work: false })
})
afterAll(() => service.stop())

const linesOf = (uid: string) =>
  query<{ account: string; amount_cents: number }>(
    service.databaseUrl,
    'select account, amount_cents from ledger_lines where uid = $1 order by entry_id, line',
    [uid],
  )

const paidInvoice = async (): Promise<Payment> => {
  const { payment_id } = await anInvoice(service)
  await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid' })
  return (await findPayment(service.app, payment_id)) as Payment
}

const insert = (uid: string, lines: readonly [account: string, cents: number][]) =>
  query(
    service.databaseUrl,
    `insert into ledger_lines (entry_id, line, event, account, amount_cents, uid, posted_at) values
     ${lines.map(([account, cents], at) => `('entry-' || $1, ${at}, 'test', '${account}', ${cents}, $1, now())`).join(', ')}`,
    [uid],
  )

describe('the ledger', () => {
  test('refuses an entry whose lines do not sum to zero, when its transaction commits', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    await expect(
      insert(uid, [
        ['received', 100],
        ['receivable', -99],
      ]),
    ).rejects.toThrow('sum to zero')
    await expect(insert(uid, [['received', 100]])).rejects.toThrow('sum to zero')
    expect(await linesOf(uid)).toEqual([])
  })

  test('only grows: no line can be changed or deleted', async () => {
    const { uid } = await paidInvoice()
    const before = await linesOf(uid)
    const change = (text: string) => query(service.databaseUrl, text, [uid])
    await expect(change('update ledger_lines set amount_cents = 1 where uid = $1')).rejects.toThrow(
      'only grows',
    )
    await expect(change('delete from ledger_lines where uid = $1')).rejects.toThrow('only grows')
    expect(await linesOf(uid)).toEqual(before)
    expect(before).toHaveLength(2)
  })

  test('posts an event once, however often it is told', async () => {
    const { uid, payment_id } = await anInvoice(service)
    const told = () =>
      transact(service.app, inside =>
        post(
          inside,
          { event: 'dispute_opened', cents: 5 },
          { uid, payment_id, sandbox: false, cause: payment_id },
        ),
      )
    const all = await Promise.all(Array.from({ length: 8 }, told))
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await linesOf(uid)).toHaveLength(2)
  })

  test('posts nothing for a transaction that fails, and nothing in the sandbox', async () => {
    const { uid, payment_id } = await anInvoice(service)
    const failing = transact(service.app, async inside => {
      await settlePayment(inside, payment_id, { by: 'staff:x', outcome: 'paid' })
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else')
    await transact(service.app, inside =>
      post(inside, { event: 'refund_due', cents: 5 }, { uid, payment_id, sandbox: true, cause: 'x' }),
    )
    expect(await linesOf(uid)).toEqual([])
  })
})

describe('a refund', () => {
  test('is owed once for a cause, never more than was paid, and leaves nothing once it is sent', async () => {
    const payment = await paidInvoice()
    const due = { cents: 1_000_000, cause: `blocked/${payment.uid}`, reason: 'blocked' as const }
    const owed = await Promise.all(
      Array.from({ length: 5 }, () => transact(service.app, inside => refundDue(inside, payment, due))),
    )
    const [refund] = owed.filter(one => one !== null)
    expect(owed.filter(one => one !== null)).toMatchObject([{ amount_cents: 141_200, status: 'due' }])
    expect(await paymentBalances(service.app.db, payment.payment_id)).toEqual({
      received: 141_200,
      receivable: 0,
      refunds: -141_200,
    })
    const sent = await Promise.all(
      Array.from({ length: 5 }, () =>
        transact(service.app, inside =>
          markRefundSent(inside, refund?.refund_id ?? '', { by: 'staff:x', reference: 'chk 1' }),
        ),
      ),
    )
    expect(sent.filter(one => one !== null)).toHaveLength(1)
    expect(await paymentBalances(service.app.db, payment.payment_id)).toEqual({
      received: 0,
      receivable: 0,
      refunds: 0,
    })
    const all = Object.values(await ledgerBalances(service.app.db))
    expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
  })
})

describe('what comes in', () => {
  const day = '2026-01-02'
  const came = (cents: number, reference: string) =>
    ({ cents, reference, received_on: day, means: 'check', by: 'staff:x' }) as const
  const statusOf = async (payment_id: string) => {
    const { status, received_cents, charged_cents } = (await findPayment(service.app, payment_id)) as Payment
    return { status, received_cents, charged_cents }
  }

  test('in parts leaves the invoice open until all of it came, and what is too much can be refunded', async () => {
    const { payment_id } = await anInvoice(service)
    await recordReceipt(service.app, payment_id, came(100_000, 'chk 1'))
    expect(await statusOf(payment_id)).toEqual({
      status: 'open',
      received_cents: 100_000,
      charged_cents: null,
    })
    await recordReceipt(service.app, payment_id, came(50_000, 'chk 2'))
    expect(await statusOf(payment_id)).toEqual({
      status: 'paid',
      received_cents: 150_000,
      charged_cents: 150_000,
    })
    const again = await recordReceipt(service.app, payment_id, came(1, 'chk 3'))
    expect(again?.changed).toBe(false)
    expect(await paymentBalances(service.app.db, payment_id)).toEqual({
      received: 150_000,
      receivable: -150_000,
    })
    expect(await compare(service.app, (await findPayment(service.app, payment_id)) as Payment)).toEqual([])
  })

  test('and comes back is owed again, and an invoice that nobody pays in full ends with what came', async () => {
    const { payment_id } = await anInvoice(service)
    await recordReceipt(service.app, payment_id, came(2_000, 'chk 4'))
    await recordReceipt(service.app, payment_id, came(3_000, 'chk 5'))
    const back = (cents: number) =>
      transact(service.app, inside => returnPayment(inside, payment_id, { by: 'staff:x', cents }))
    await expect(back(7)).rejects.toThrow('No receipt of this invoice has that amount.')
    await back(2_000)
    expect(await statusOf(payment_id)).toMatchObject({ status: 'open', received_cents: 3_000 })
    const ended = settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'failed' })
    await expect(ended).rejects.toThrow('A part of this invoice was received.')
    await voidPayment(service.app, payment_id, 'service')
    expect(await statusOf(payment_id)).toEqual({
      status: 'paid',
      received_cents: 3_000,
      charged_cents: 3_000,
    })
    expect(await compare(service.app, (await findPayment(service.app, payment_id)) as Payment)).toEqual([])
  })

  test('is deposited once, as much as it is; a check that comes back after that leaves the bank account', async () => {
    const { payment_id } = await anInvoice(service)
    await recordReceipt(service.app, payment_id, came(141_200, 'chk 6'))
    const [receipt] = await receiptsOf(service.app.db, payment_id)
    const deposit = { account: 'trust', deposited_on: day, reference: 'slip 1', actor: 'staff:x' } as const
    const deposited = (more: object = {}) =>
      transact(service.app, inside =>
        recordDeposit(inside, { ...deposit, receipt_ids: [String(receipt?.receipt_id)], ...more }),
      )
    await expect(deposited({ amount_cents: 1 })).rejects.toThrow('come to $1,412')
    const before = await ledgerBalances(service.app.db)
    const all = await Promise.all(Array.from({ length: 4 }, () => deposited()))
    expect(all.filter(one => one !== null)).toMatchObject([{ amount_cents: 141_200 }])
    const trust = async () => ((await ledgerBalances(service.app.db)).trust ?? 0) - (before.trust ?? 0)
    expect(await trust()).toBe(141_200)
    await transact(service.app, inside => returnPayment(inside, payment_id, { by: 'staff:x' }))
    expect(await trust()).toBe(0)
  })

  test('counts for the next month once its own is closed', async () => {
    const close = (month: string) =>
      transact(service.app, inside =>
        closeBooks(inside, async () => ({ month, trust_cents: 0, owed_cents: 0, closed_by: 'staff:x' })),
      )
    await close('2026-01')
    const { payment_id } = await anInvoice(service)
    await recordReceipt(service.app, payment_id, came(141_200, 'chk 7'))
    const booked = await query(
      service.databaseUrl,
      'select distinct booked_on from ledger_lines where payment_id = $1',
      [payment_id],
    )
    expect(booked).toEqual([{ booked_on: '2026-02-01' }])
  })
})
