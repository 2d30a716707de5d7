import type { PayerOf } from '../agency/payments/pay-page.ts'
import { paidOrders } from '../agency/policies/closing/paid.ts'
import { stateOf } from '../agency/policies/terms.ts'
import type { App } from '../platform/app.ts'
import { type LineName, lineNames, lineOf } from '../platform/lines.ts'
import { homeowners } from './homeowners/line.ts'
import type { DeskHandlers } from './line/desk.ts'
import type { Line } from './line/line.ts'
import { findIntake } from './line/record/intakes.ts'
import { umbrella } from './umbrella/line.ts'

export const lines: Readonly<Record<LineName, Line>> = { homeowners, umbrella }

export const allLines: readonly Line[] = Object.values(lines)

export const payerOf: PayerOf = async (app, payment) => {
  const line = lineOf(payment.uid)
  const payer = line && (await lines[line].shopper.person(app, payment.uid))
  if (!payer) return null
  const states = (await paidOrders(app, payment)).map(({ terms }) => stateOf(terms))
  const places = states.length === 0 ? payer.places : states.map(state => ({ line, state }))
  return { language: payer.language, places }
}

export const customerName = async (app: App, uid: string): Promise<string | null> => {
  const line = lineOf(uid)
  const intake = line && (await findIntake(app, { uid, line }))
  return intake ? lines[line].book.person(intake.application).name : null
}

export type DeskLines = Partial<Record<LineName, DeskHandlers>>

export const deskLines: DeskLines = Object.fromEntries(
  lineNames.flatMap(name => {
    const { desk } = lines[name]
    return desk ? [[name, desk]] : []
  }),
)
