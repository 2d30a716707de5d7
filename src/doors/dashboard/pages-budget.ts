import type { Budget } from '../../platform/http/budgets/budget.ts'

/** Generous, because an open page polls every few seconds and an office shares one address. */
export const pagesBudget: Budget = { name: 'dashboard_pages', points: 600, seconds: 60, by: 'address' }
