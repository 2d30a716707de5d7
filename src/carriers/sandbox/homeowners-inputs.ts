import type { HomeRisk } from '../homeowners/carrier.ts'

export type SandboxOutcome =
  | 'all_offers'
  | 'one_decline'
  | 'no_offers'
  | 'slow'
  | 'needs_requote'
  | 'blocked_at_bind'
  | 'info_at_bind'
  | 'slow_bind'
  | 'by_credit'

export type SandboxInput = {
  /** As a person writes it. */
  input: string
  outcome: SandboxOutcome
  sentence: string
  home_sqft: readonly [from: number, to: number]
  /** How long the last carrier takes, in milliseconds. */
  delayOf?: (risk: Pick<HomeRisk, 'home_sqft'>) => number
}

/** What to send to a sandbox intake, each home by itself. The first that matches counts. */
export const sandboxInputs: readonly SandboxInput[] = [
  {
    input: 'home_sqft 1111',
    outcome: 'one_decline',
    sentence: 'The first carrier declines with `sandbox_decline`; the others offer.',
    home_sqft: [1111, 1111],
  },
  {
    input: 'home_sqft 2222',
    outcome: 'no_offers',
    sentence: 'Every carrier declines with `sandbox_decline`; the intake is quoted with no offers.',
    home_sqft: [2222, 2222],
  },
  {
    input: 'home_sqft 3301 to 3330',
    outcome: 'slow',
    sentence:
      'Every carrier offers, the last one after 1 to 30 seconds (home_sqft less 3300); the intake stays pending until then.',
    home_sqft: [3301, 3330],
    delayOf: ({ home_sqft }) => (home_sqft - 3300) * 1000,
  },
  {
    input: 'home_sqft 4444',
    outcome: 'needs_requote',
    sentence:
      'The first carrier declines with `requote_needed` and the others offer; send another home_sqft to re-quote, and every carrier offers with the change of price explained.',
    home_sqft: [4444, 4444],
  },
  {
    input: 'home_sqft 5551',
    outcome: 'blocked_at_bind',
    sentence:
      'Every carrier offers; the first refuses to issue the policy when it is bound, the others issue it.',
    home_sqft: [5551, 5551],
  },
  {
    input: 'home_sqft 5552',
    outcome: 'info_at_bind',
    sentence:
      'Every carrier offers; the first asks for a call before it issues the policy, the others issue it.',
    home_sqft: [5552, 5552],
  },
  {
    input: 'home_sqft 5553',
    outcome: 'slow_bind',
    sentence: 'Every carrier offers, and takes three seconds to issue the policy.',
    home_sqft: [5553, 5553],
  },
  {
    input: 'home_sqft 5554',
    outcome: 'by_credit',
    sentence:
      'Every carrier offers; the first prices by a credit-based insurance score where the state allows it, and the portal shows the notice.',
    home_sqft: [5554, 5554],
  },
  {
    input: 'any other home_sqft',
    outcome: 'all_offers',
    sentence: 'Every carrier offers, at once.',
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
