import type { UmbrellaRisk } from '../umbrella/carrier.ts'

export type UmbrellaSandboxOutcome =
  | 'all_offers'
  | 'one_decline'
  | 'no_quotes'
  | 'slow'
  | 'blocked_at_bind'
  | 'info_at_bind'
  | 'payment_fails'
  | 'documents_rejected'
  | 'document_at_bind'

export type UmbrellaSandboxInput = {
  /** As a person writes it. */
  input: string
  outcome: UmbrellaSandboxOutcome
  sentence: string
  /** Undefined: every other. */
  jet_skis?: number
  /** How long the last carrier takes. */
  delayMs?: number
}

/** What to send to a sandbox intake. No live carrier insures more than three jet skis, so no real household is among them. */
export const umbrellaSandboxInputs: readonly UmbrellaSandboxInput[] = [
  {
    input: 'jet_skis 11',
    outcome: 'one_decline',
    sentence: 'The first carrier declines with `sandbox_decline`; the others offer.',
    jet_skis: 11,
  },
  {
    input: 'jet_skis 12',
    outcome: 'no_quotes',
    sentence: 'Every carrier declines with `sandbox_decline`; the intake ends in no_quotes.',
    jet_skis: 12,
  },
  {
    input: 'jet_skis 13',
    outcome: 'slow',
    sentence: 'Every carrier offers, the last one after 3 seconds; the intake stays pending until then.',
    jet_skis: 13,
    delayMs: 3000,
  },
  {
    input: 'jet_skis 14',
    outcome: 'blocked_at_bind',
    sentence: 'Every carrier offers; whichever is chosen refuses to bind, and the intake ends in blocked.',
    jet_skis: 14,
  },
  {
    input: 'jet_skis 15',
    outcome: 'info_at_bind',
    sentence:
      'Every carrier offers; whichever is chosen asks for an effective_date on the first day of a month, and binds once it has one.',
    jet_skis: 15,
  },
  {
    input: 'jet_skis 16',
    outcome: 'payment_fails',
    sentence:
      'Every carrier offers and binds; the first payment fails, where the agency collects it, and the next is made at payment_url.',
    jet_skis: 16,
  },
  {
    input: 'jet_skis 17',
    outcome: 'documents_rejected',
    sentence:
      'Every carrier offers and binds; the first documents are rejected, where the agency asks for them, and the next accepted.',
    jet_skis: 17,
  },
  {
    input: 'jet_skis 18',
    outcome: 'document_at_bind',
    sentence:
      'Every carrier offers; whichever is chosen asks for the declarations of the home, and binds once they were attached.',
    jet_skis: 18,
  },
  {
    input: 'any other jet_skis',
    outcome: 'all_offers',
    sentence: 'Every carrier offers at once, and binds.',
  },
]

export const umbrellaSandboxInput = ({ jet_skis }: Pick<UmbrellaRisk, 'jet_skis'>): UmbrellaSandboxInput => {
  const input = umbrellaSandboxInputs.find(row => (row.jet_skis ?? jet_skis) === jet_skis)
  if (!input) throw new Error(`no sandbox input for jet_skis ${jet_skis}`)
  return input
}
