import type { Budget } from '../http/budgets/budget.ts'
import { QUARTER_HOUR_SECONDS } from '../lib/clock.ts'
import { typedEmail } from '../lib/email-address.ts'

export const perTypedEmail = (name: string) =>
  ({
    name,
    points: 5,
    seconds: QUARTER_HOUR_SECONDS,
    by: (form: URLSearchParams) => typedEmail(form.get('email')),
  }) satisfies Budget

export const emailingForm = (name: string) =>
  ({
    budget: { name, points: 30, seconds: QUARTER_HOUR_SECONDS, by: 'address' },
    emails: true,
    formBudget: perTypedEmail(`${name}_email`),
  }) as const
