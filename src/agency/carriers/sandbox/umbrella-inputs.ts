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
  | 'signature_at_bind'
  | 'price_change_at_bind'

export type UmbrellaSandboxInput = {
  input: string
  outcome: UmbrellaSandboxOutcome
  sentence: string
  jet_skis?: number
  delayMs?: number
}

/** No live carrier insures more than three jet skis, so these values never describe a real household. */
export const umbrellaSandboxInputs: readonly UmbrellaSandboxInput[] = [
  {
    input: 'jet_skis 11',
    outcome: 'one_decline',
    sentence: 'The first carrier declines with `sandbox_decline`; the others make offers.',
    jet_skis: 11,
  },
  {
    input: 'jet_skis 12',
    outcome: 'no_quotes',
    sentence: 'Every carrier declines with `sandbox_decline`; the status becomes no_quotes.',
    jet_skis: 12,
  },
  {
    input: 'jet_skis 13',
    outcome: 'slow',
    sentence:
      'Every carrier makes an offer. The last one takes 3 seconds; the status stays pending until then.',
    jet_skis: 13,
    delayMs: 3000,
  },
  {
    input: 'jet_skis 14',
    outcome: 'blocked_at_bind',
    sentence:
      'Every carrier makes an offer. The selected one refuses to bind, and the status becomes blocked.',
    jet_skis: 14,
  },
  {
    input: 'jet_skis 15',
    outcome: 'info_at_bind',
    sentence:
      'Every carrier makes an offer. The selected one binds once effective_date is the first day of a month.',
    jet_skis: 15,
  },
  {
    input: 'jet_skis 16',
    outcome: 'payment_fails',
    sentence:
      'Every carrier makes an offer and binds. If the agency collects payment, the first payment fails; pay again at payment_url.',
    jet_skis: 16,
  },
  {
    input: 'jet_skis 17',
    outcome: 'documents_rejected',
    sentence:
      'Every carrier makes an offer and binds. If the agency collects documents, the first ones are rejected and the next accepted.',
    jet_skis: 17,
  },
  {
    input: 'jet_skis 18',
    outcome: 'document_at_bind',
    sentence:
      'Every carrier makes an offer. The selected one asks for the home declarations, even if attached before, then binds.',
    jet_skis: 18,
  },
  {
    input: 'jet_skis 19',
    outcome: 'signature_at_bind',
    sentence:
      'Every carrier makes an offer and requires the buyer’s own signature: the status becomes signature_needed. Sign at sign_url to continue.',
    jet_skis: 19,
  },
  {
    input: 'jet_skis 20',
    outcome: 'price_change_at_bind',
    sentence:
      'Every carrier makes an offer. The selected one asks 10% more at bind: nothing is bought, the status becomes quoted, and its offer has previous_price. Select it again and bind to buy at the new price.',
    jet_skis: 20,
  },
  {
    input: 'any other jet_skis',
    outcome: 'all_offers',
    sentence: 'Every carrier makes an offer at once and binds.',
  },
]

export const umbrellaSandboxInput = ({ jet_skis }: Pick<UmbrellaRisk, 'jet_skis'>): UmbrellaSandboxInput => {
  const input = umbrellaSandboxInputs.find(row => (row.jet_skis ?? jet_skis) === jet_skis)
  if (!input) throw new Error(`no sandbox input for jet_skis ${jet_skis}`)
  return input
}
