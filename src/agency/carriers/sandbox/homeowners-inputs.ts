import type { HomeRisk } from '../homeowners/carrier.ts'

type SandboxOutcome =
  | 'all_offers'
  | 'one_decline'
  | 'no_offers'
  | 'slow'
  | 'needs_requote'
  | 'blocked_at_bind'
  | 'info_at_bind'
  | 'slow_bind'
  | 'by_credit'
  | 'price_change_at_bind'

export type SandboxInput = {
  input: string
  outcome: SandboxOutcome
  sentence: string
  home_sqft: readonly [from: number, to: number]
  delayMsOf?: (risk: Pick<HomeRisk, 'home_sqft'>) => number
}

export const sandboxInputs: readonly SandboxInput[] = [
  {
    input: 'home_sqft 1111',
    outcome: 'one_decline',
    sentence: 'The first carrier declines with `sandbox_decline`; the others make offers.',
    home_sqft: [1111, 1111],
  },
  {
    input: 'home_sqft 2222',
    outcome: 'no_offers',
    sentence: 'Every carrier declines with `sandbox_decline`; the status becomes quoted with no offers.',
    home_sqft: [2222, 2222],
  },
  {
    input: 'home_sqft 3301 to 3330',
    outcome: 'slow',
    sentence:
      'Every carrier makes an offer. The last one takes 1 to 30 seconds (home_sqft minus 3300). The status stays pending until then, but for 20 seconds at most by default; a later offer is added.',
    home_sqft: [3301, 3330],
    delayMsOf: ({ home_sqft }) => (home_sqft - 3300) * 1000,
  },
  {
    input: 'home_sqft 4444',
    outcome: 'needs_requote',
    sentence:
      'The first carrier declines with `requote_needed`; the others make offers. Send a different home_sqft to get offers from all, with the price change explained.',
    home_sqft: [4444, 4444],
  },
  {
    input: 'home_sqft 5551',
    outcome: 'blocked_at_bind',
    sentence:
      'Every carrier makes an offer. The first declines to issue the policy at bind; the others issue it.',
    home_sqft: [5551, 5551],
  },
  {
    input: 'home_sqft 5552',
    outcome: 'info_at_bind',
    sentence:
      'Every carrier makes an offer. The first asks for a call before it issues the policy; the others issue it.',
    home_sqft: [5552, 5552],
  },
  {
    input: 'home_sqft 5553',
    outcome: 'slow_bind',
    sentence: 'Every carrier makes an offer and takes three seconds to issue the policy.',
    home_sqft: [5553, 5553],
  },
  {
    input: 'home_sqft 5554',
    outcome: 'by_credit',
    sentence:
      'Every carrier makes an offer. The first uses a credit-based insurance score where the state allows it; the portal shows the notice.',
    home_sqft: [5554, 5554],
  },
  {
    input: 'home_sqft 5555',
    outcome: 'price_change_at_bind',
    sentence:
      'Every carrier makes an offer. The first asks 10% more after the signature: nothing is bought, and its offer stands at the new price with previous_price. The homeowner chooses and signs again, or leaves it.',
    home_sqft: [5555, 5555],
  },
  {
    input: 'any other home_sqft',
    outcome: 'all_offers',
    sentence: 'Every carrier makes an offer at once.',
    home_sqft: [-Infinity, Infinity],
  },
]

const matches = ({ home_sqft: [from, to] }: SandboxInput, home_sqft: number): boolean =>
  home_sqft >= from && home_sqft <= to

export const sandboxInput = ({ home_sqft }: Pick<HomeRisk, 'home_sqft'>): SandboxInput => {
  const input = sandboxInputs.find(row => matches(row, home_sqft))
  if (!input) throw new Error(`no sandbox input for home_sqft ${home_sqft}`)
  return input
}
