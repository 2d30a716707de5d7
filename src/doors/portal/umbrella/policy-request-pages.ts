import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Document, DocumentRow } from '../../../platform/http/pages/document.ts'
import { titleToCorrect } from '../../../platform/pages/fields.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import { firstNameOf } from '../../../platform/values/first-name.ts'
import { lines } from '../../../products/lines.ts'
import { previewAgain, type ShownRequest, takePolicyRequest } from '../form/policy-request.ts'
import { policyRequestBody, requestTitle } from '../form/policy-request-form.ts'
import { portalPage } from '../frame/frame.ts'
import { forProvenBuyer } from '../sign-in/buyer-door.ts'
import { pathIn, umbrellaProduct } from '../sign-in/buyer-door-view.ts'
import { contextOf, door, type ReviewVisit } from './review-page.ts'

const theirPolicy = async (app: App, { intake }: ReviewVisit) =>
  (await policiesOf(app, intake.uid))[0] ?? fail('not_found')

const show = async (
  app: App,
  visit: ReviewVisit,
  { errors = [], preview = null, status = 200 }: ShownRequest = {},
): Promise<Document> => {
  const { intake, request } = visit
  const back = pathIn(door, request)
  const context = await contextOf(app, visit, {})
  return portalPage(app, request, {
    title: titleToCorrect(requestTitle({ preview, typed: request.form }), errors),
    person: {
      firstName: firstNameOf(intake.application.household.full_name),
      sandbox: intake.sandbox,
      signOutPath: `${back}/sign-out`,
    },
    about: context.view,
    product: umbrellaProduct,
    status,
    body: policyRequestBody({
      policy: await theirPolicy(app, visit),
      line: 'umbrella',
      action: `${back}/request`,
      back,
      token: tokenField(request),
      now: app.clock.now(),
      typed: request.form,
      errors,
      preview,
    }),
  })
}

const row = (respond: DocumentRow<App>['respond']): DocumentRow<App> => ({
  path: `${door.path}/request`,
  page: true,
  translated: true,
  contract: null,
  budget: { name: 'umbrella_review', points: 60, seconds: 900, by: 'address' },
  respond,
})

const answerTo = async (
  app: App,
  visit: ReviewVisit,
  { typed, actor }: { typed: URLSearchParams; actor: string },
): Promise<Document> => {
  const policy = await theirPolicy(app, visit)
  return takePolicyRequest(
    app,
    { policy, typed },
    {
      line: lines.umbrella,
      actor,
      filedPath: `${pathIn(door, visit.request)}?note=request`,
      show: showing => show(app, visit, showing),
    },
  )
}

export const umbrellaPolicyRequestPages: readonly DocumentRow<App>[] = [
  row(
    forProvenBuyer(door, async (app, { kind: actor }, visit) => {
      if (visit.request.query.kind === 'renewal')
        return answerTo(app, visit, { typed: new URLSearchParams({ kind: 'renewal' }), actor })
      const policy = await theirPolicy(app, visit)
      return show(app, visit, { preview: previewAgain(app, { policy, typed: visit.request.form }) })
    }),
  ),
  {
    ...row(
      forProvenBuyer(door, (app, { kind: actor }, visit) =>
        answerTo(app, visit, { typed: visit.request.form, actor }),
      ),
    ),
    method: 'POST',
    emails: true,
  },
]
