export type PriceFactor = { factor: string; label: string; effect: number }

/** The credit reporting agency that the adverse action notice must name (FCRA 615(a)). */
type ConsumerReport = { agency: string; address: string; phone: string }

export type CreditPart = {
  consumer_report?: ConsumerReport
  score_reasons?: string[]
}

export type Decline = CreditPart & { kind: 'decline'; reason_code: string; reason: string }

export const isAboutCredit = (name: string): boolean => name.startsWith('credit')
