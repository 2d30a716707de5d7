import { type Billing, type BillingChoice, billToLabel } from './billing.ts'

export type OfferedWay = {
  value: string
  label: string
  plan: string | null
  words: string[]
  chosen: boolean
}

export const offeredWays = (
  choices: readonly BillingChoice[],
  current: Billing,
  wordsOf: (choice: BillingChoice) => string[],
): OfferedWay[] =>
  choices.map(choice => ({
    value: `${choice.bill_to}/${choice.plan_id ?? ''}`,
    label: billToLabel(choice.bill_to),
    plan: choice.plan?.label ?? null,
    words: wordsOf(choice),
    chosen: choice.bill_to === current.bill_to && choice.plan_id === current.plan_id,
  }))

export const wayIn = (value: string): { bill_to: string; plan_id?: string } => {
  const [bill_to = '', plan_id] = value.split('/')
  return { bill_to, ...(plan_id && { plan_id }) }
}
