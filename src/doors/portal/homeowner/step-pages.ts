import type { App } from '../../../platform/app.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import type { PortalStep } from '../../../products/homeowners/application/statuses.ts'
import type { PortalView } from '../../../products/homeowners/portal/facts.ts'
import { goTo, isProgressPoll, isProgressUnchanged, nothingNew } from '../frame/live-progress.ts'
import { keepNotice, noticeIn, pathWithNotice } from '../frame/notices.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'
import { currentStep, isPageOpen, pathOfStep } from './milestones.ts'
import { readPortal } from './read-portal.ts'
import { renderStep } from './render-step.ts'

const UNDER_WAY: readonly PortalStep[] = ['waiting', 'binding']

const isAfterSigning = ({ step, refusals }: PortalView, path: string): boolean =>
  path === pathOfStep('binding') && (step === 'bound' || refusals.length > 0)

const hasPolicy = ({ homes }: PortalView): boolean => homes.some(({ policy }) => policy !== null)

const stepPage = (path: string): DocumentRow<App> =>
  homeownerPage({
    path,
    async respond(app, caller, request) {
      const portal = await readPortal(app, caller)
      const step = currentStep(portal.view)
      if (isProgressPoll(request) && !UNDER_WAY.includes(step)) return goTo(pathOfStep(step))
      if (isProgressPoll(request) && isProgressUnchanged(request, portal.view)) return nothingNew
      const isOpen = isPageOpen(step, path) || (path === pathOfStep('bound') && hasPolicy(portal.view))
      if (!isOpen)
        return redirect(
          isAfterSigning(portal.view, path)
            ? pathOfStep(step)
            : pathWithNotice(pathOfStep(step), 'elsewhere'),
        )
      return renderStep(app, { ...portal, request }, { here: path, notice: noticeIn(request, step) })
    },
  })

const start = homeownerPage({
  path: '/portal',
  async respond(app, caller, request) {
    const portal = await readPortal(app, caller)
    const { view } = portal
    // An answer typed for a carrier's question is kept when the page is drawn in another language.
    if ([...request.form.keys()].length > 0) return renderStep(app, { ...portal, request })
    return redirect(keepNotice(pathOfStep(currentStep(view)), request))
  },
})

export const stepPages: readonly DocumentRow<App>[] = [
  start,
  ...['answers', 'quotes', 'review', 'sign', 'policy', 'ended'].map(name => stepPage(`/portal/${name}`)),
]
