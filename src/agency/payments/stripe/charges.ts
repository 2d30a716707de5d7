import type { App } from '../../../platform/app.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { stripeClient } from './client.ts'

const WINDOW_DAYS = 35

export type CapturedCharge = { ref: string; cents: number; payment_id: string | null }

export const capturedCharges = async (app: App): Promise<CapturedCharge[]> => {
  const client = await stripeClient(app)
  const since = Math.floor((app.clock.now().getTime() - WINDOW_DAYS * DAY) / 1000)
  const charged: CapturedCharge[] = []
  for await (const { id, amount_received, metadata } of client.paymentIntents.list({
    created: { gte: since },
    limit: 100,
  }))
    if (amount_received > 0)
      charged.push({ ref: id, cents: amount_received, payment_id: metadata.payment_id ?? null })
  return charged
}
