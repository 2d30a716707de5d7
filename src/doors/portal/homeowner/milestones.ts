import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import {
  type Milestone,
  milestoneOf,
  milestones,
  type PortalStep,
} from '../../../products/homeowners/application/statuses.ts'
import type { PortalView } from '../../../products/homeowners/portal/facts.ts'
import { milestoneList } from '../frame/milestones.ts'
import { sayKnown } from '../words/say.ts'

const PATHS: Readonly<Record<Milestone, string>> = {
  Answers: '/portal/answers',
  Quotes: '/portal/quotes',
  Review: '/portal/review',
  Sign: '/portal/sign',
  Policy: '/portal/policy',
}

/** Pages that stay open beside the one of the step. */
const BESIDE: Readonly<Partial<Record<PortalStep, readonly Milestone[]>>> = {
  offers: ['Review'],
  no_offers: ['Review'],
  review: ['Quotes'],
  sign: ['Quotes', 'Review'],
}

/** Expired offers lead back to the offers page from every later step. */
export const currentStep = ({
  step,
  offersExpired,
}: Pick<PortalView, 'step' | 'offersExpired'>): PortalStep =>
  offersExpired && (step === 'review' || step === 'sign') ? 'offers' : step

export const pathOfStep = (step: PortalStep): string => {
  const milestone = milestoneOf(step)
  return milestone === null ? '/portal/ended' : PATHS[milestone]
}

export const isPageOpen = (step: PortalStep, path: string): boolean =>
  pathOfStep(step) === path || (BESIDE[step] ?? []).some(milestone => PATHS[milestone] === path)

const OVER: readonly PortalStep[] = ['binding', 'bound', 'withdrawn', 'expired']

/** By its own text, the authorization cannot be withdrawn once a policy is bound. */
export const withdrawable = ({ step, creditAuthorization }: PortalView) => ({
  application: !OVER.includes(step),
  authorization: creditAuthorization.given && !OVER.includes(step),
})

export const milestonesView = (here: string, step: PortalStep): Html => {
  const current = milestones.findIndex(name => PATHS[name] === here)
  if (current < 0) return html``
  const shown = milestones.map(name => ({
    name: sayKnown(name),
    path: isPageOpen(step, PATHS[name]) ? PATHS[name] : null,
  }))
  return milestoneList(shown, current)
}
