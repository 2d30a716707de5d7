import { plusYears } from '../../../platform/values/calendar.ts'

const PRICE_RISE = 1.05

export const sandboxRenewal = ({ due_on, annual_price }: { due_on: string; annual_price: number }) => ({
  annual_price: Math.round(annual_price * PRICE_RISE),
  period_to: plusYears(due_on, 1),
  valid_until: due_on,
  reasons: ['Sandbox, invented: claims cost more than a year ago.'],
})
