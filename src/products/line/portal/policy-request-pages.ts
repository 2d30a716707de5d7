import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { Document, DocumentRequest, DocumentRow } from '../../../platform/http/pages/document.ts'
import type { Line } from '../line.ts'
import { typedOrMeant } from './change-parts.ts'
import type { Caller, Drawing, Facts, Flow } from './flow.ts'
import { previewAgain, type ShownRequest, takePolicyRequest } from './policy-request.ts'
import { policyRequestBody, requestTitle } from './policy-request-form.ts'

type Asking<C> = {
  line: Line
  /** Under the path of the flow. */
  path: string
  budget?: NonNullable<DocumentRow<App>['budget']>
  policyOf(app: App, caller: C, request: DocumentRequest): Promise<Policy>
  pathsOf(policy: Policy, path: string): { action: string; back: string; filed: string }
}

export const policyRequestPages = <C extends Caller, F extends Facts>(
  { page, frame }: Flow<C, F>,
  { line, policyOf, pathsOf, ...row }: Asking<C>,
): readonly DocumentRow<App>[] => {
  type Visit = { policy: Policy; context: F & Drawing }

  const show = (
    app: App,
    { policy, context }: Visit,
    { errors = [], preview = null, status = 200 }: ShownRequest = {},
  ): Promise<Document> => {
    const { request, token } = context
    const typed = typedOrMeant(request)
    const { action, back } = pathsOf(policy, context.path)
    const { hasLender } = line
    const visit = { policy, hasLender, action, back, token, now: app.clock.now(), typed, errors, preview }
    return frame(
      app,
      { ...context, errors },
      { title: requestTitle(visit), status, body: policyRequestBody(visit) },
    )
  }

  const take = (app: App, { kind: actor }: C, visit: Visit, typed: URLSearchParams): Promise<Document> => {
    const { policy, context } = visit
    return takePolicyRequest(
      app,
      { policy, typed },
      {
        line,
        actor,
        filedPath: pathsOf(policy, context.path).filed,
        show: showing => show(app, visit, showing),
      },
    )
  }

  return [
    page(row, async (app, caller, context) => {
      const { request } = context
      const visit = { policy: await policyOf(app, caller, request), context }
      return request.query.kind === 'renewal'
        ? take(app, caller, visit, new URLSearchParams({ kind: 'renewal' }))
        : show(app, visit, { preview: previewAgain(app, { policy: visit.policy, typed: request.form }) })
    }),
    page({ ...row, method: 'POST', emails: true }, async (app, caller, context) => {
      const { request } = context
      return take(app, caller, { policy: await policyOf(app, caller, request), context }, request.form)
    }),
  ]
}
