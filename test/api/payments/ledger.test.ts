import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '../../../src/agency/ledger/ledger.ts'
import { ledgerBalances, paymentBalances } from '../../../src/agency/ledger/store.ts'
import { findPayment, type Payment, settlePayment } from '../../../src/agency/payments/payments.ts'
import { markRefundSent, refundDue } from '../../../src/agency/payments/refunds.ts'
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
