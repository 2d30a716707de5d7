import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'
import type { PortalStep, PortalView } from '../../../products/homeowners/portal/facts.ts'
import { milestoneList } from '../frame/milestones.ts'
import { say } from '../words/say.ts'

const MILESTONES = [
  { name: 'Answers', path: '/portal/answers' },
  { name: 'Quotes', path: '/portal/quotes' },
  { name: 'Review', path: '/portal/review' },
  { name: 'Sign', path: '/portal/sign' },
  { name: 'Done', path: '/portal/policy' },
] as const

const PLACES: Readonly<Record<PortalStep, { path: string; open: readonly string[] }>> = {
  answers: { path: '/portal/answers', open: [] },
  waiting: { path: '/portal/quotes', open: [] },
  offers: { path: '/portal/quotes', open: ['/portal/review'] },
  no_offers: { path: '/portal/quotes', open: ['/portal/review'] },
  review: { path: '/portal/review', open: ['/portal/quotes'] },
  sign: { path: '/portal/sign', open: ['/portal/quotes', '/portal/review'] },
  binding: { path: '/portal/sign', open: [] },
  bound: { path: '/portal/policy', open: [] },
  withdrawn: { path: '/portal/ended', open: [] },
  expired: { path: '/portal/ended', open: [] },
}

/** Expired offers lead back to the offers page from every later step. */
export const currentStep = ({
  step,
  offersExpired,
}: Pick<PortalView, 'step' | 'offersExpired'>): PortalStep =>
  offersExpired && (step === 'review' || step === 'sign') ? 'offers' : step

export const pathOfStep = (step: PortalStep): string => PLACES[step].path

export const isPageOpen = (step: PortalStep, path: string): boolean =>
  PLACES[step].path === path || PLACES[step].open.includes(path)

const OVER: readonly PortalStep[] = ['binding', 'bound', 'withdrawn', 'expired']

/** By its own text, the authorization cannot be withdrawn once a policy is bound. */
export const withdrawable = ({ step, creditAuthorization }: PortalView) => ({
  application: !OVER.includes(step),
  authorization: creditAuthorization.given && !OVER.includes(step),
})

export const milestonesView = (here: string, step: PortalStep): Html => {
  const current = MILESTONES.findIndex(({ path }) => path === here)
  if (current < 0) return html``
  const shown = MILESTONES.map(({ name, path }) => ({
    name: say(name),
    path: isPageOpen(step, path) ? path : null,
  }))
  return milestoneList(shown, current)
}
