import type { TObject, TSchema } from 'typebox'
import type { App } from './app.ts'
import { autoEstimates } from './calculators/auto-estimates.ts'
import { batch } from './calculators/batch.ts'
import { collisionAndComprehensiveCoverage } from './calculators/collision-and-comprehensive-coverage.ts'
import { fileAClaim } from './calculators/file-a-claim.ts'
import { home } from './calculators/home.ts'
import { calculatorPages } from './calculators/pages.ts'
import { umbrella } from './calculators/umbrella.ts'
import { enterPage } from './dashboard/enter-page.ts'
import { mailboxDocuments } from './dev/mailbox.ts'
import { contractDocuments } from './discovery/contract-documents.ts'
import { docsPage } from './discovery/docs-page.ts'
import { errorsPage } from './discovery/errors-page.ts'
import { healthDocuments } from './discovery/health.ts'
import { landingPage } from './discovery/landing-page.ts'
import { operatorMap } from './discovery/operation-map.ts'
import { protectedResource } from './discovery/protected-resource.ts'
import { dashboard } from './homeowners/dashboard.ts'
import { dashboardSession } from './homeowners/dashboard-session.ts'
import { fixIssuesEmail } from './homeowners/fix-issues-email.ts'
import { quotes } from './homeowners/quotes.ts'
import type { Budget } from './http/budget.ts'
import type { DocumentRow } from './http/document.ts'
import type { AnyOperation, CallerBase, Guard, Operation, Row, Surface } from './http/operation.ts'
import { confirm } from './key/confirm.ts'
import { anyKey, anyone, operatorKey, rotatingKey } from './key/guard.ts'
import { request } from './key/request.ts'
import { rotate } from './key/rotate.ts'
import { assetDocuments } from './pages/asset-documents.ts'
import { portalLoginPage } from './portal/login-page.ts'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

const operatorCalls: Budget = { name: 'operator', points: 600, seconds: MINUTE_SECONDS, by: 'caller' }
// Calculators touch no database, so neither does their budget, but for one call in six.
const calculations: Budget = {
  name: 'calculators',
  points: 120,
  seconds: MINUTE_SECONDS,
  by: 'caller',
  leased: true,
}
const keyRequests: Budget = { name: 'key_request', points: 20, seconds: HOUR_SECONDS, by: 'address' }
const keyRequestsByEmail: Budget = {
  name: 'key_request_email',
  points: 5,
  seconds: HOUR_SECONDS,
  by: ({ email }: { email: string }) => email.trim().toLowerCase().slice(0, 254),
}
const keyConfirms: Budget = { name: 'key_confirm', points: 20, seconds: HOUR_SECONDS, by: 'address' }

const surfaceOf = (path: string): Surface =>
  path.startsWith('/api/agent/') ? 'operator' : /^\/api\/(consumer|intake)\//.test(path) ? 'consumer' : 'full'

const FOLDERS: Record<string, string> = { tools: 'calculators' }

/** The first part of the path, as in the folders; `tools` is another way to the calculators. */
const tagOf = (path: string): string => {
  const first = path.replace(/^\/api\/(agent\/)?/, '').split('/')[0] ?? ''
  return FOLDERS[first] ?? first
}

/** A guard that lets through a caller whom the operation does not expect does not compile. */
const route =
  (method: Row<App>['method']) =>
  <C extends CallerBase, I extends TObject, O extends TSchema, P>(
    path: string,
    guard: Guard<App, NoInfer<C>>,
    operation: Operation<App, C, I, O, P>,
    ...budgets: Budget[]
  ): Row<App> => ({
    method,
    path,
    guard,
    operation: operation as unknown as AnyOperation<App>,
    budgets,
    surface: surfaceOf(path),
    tag: tagOf(path),
  })

const get = route('GET')
const post = route('POST')

/** THE TABLE: every operation, who may call it and how often. */
export const rows: readonly Row<App>[] = [
  post('/api/agent/key/request', anyone, request, keyRequests, keyRequestsByEmail),
  post('/api/agent/key/confirm', anyone, confirm, keyConfirms),
  post('/api/agent/key/rotate', rotatingKey, rotate, operatorCalls),

  post('/api/agent/homeowners/quotes', operatorKey, quotes, operatorCalls),
  get('/api/agent/homeowners/dashboard', operatorKey, dashboard, operatorCalls),
  post('/api/agent/homeowners/dashboard/session', operatorKey, dashboardSession, operatorCalls),
  post('/api/agent/homeowners/fix-issues-email', operatorKey, fixIssuesEmail, operatorCalls),

  post('/api/agent/calculators/auto-estimates', anyKey, autoEstimates, calculations),
  post(
    '/api/agent/calculators/collision-and-comprehensive-coverage',
    anyKey,
    collisionAndComprehensiveCoverage,
    calculations,
  ),
  post('/api/agent/calculators/file-a-claim', anyKey, fileAClaim, calculations),
  post('/api/agent/calculators/home', anyKey, home, calculations),
  post('/api/agent/calculators/umbrella', anyKey, umbrella, calculations),
  post('/api/agent/tools/batch', anyKey, batch, calculations),
]

/** What is read rather than called. The mailbox is for development only. */
export const documents = (
  { production }: { production: boolean },
  draining: () => boolean,
): DocumentRow<App>[] => {
  const describe = () => ({ rows, documents: all })
  const all: DocumentRow<App>[] = [
    protectedResource,
    ...contractDocuments(describe),
    landingPage(describe),
    docsPage(describe),
    operatorMap(describe),
    errorsPage,
    ...calculatorPages,
    ...assetDocuments,
    ...healthDocuments(draining),
    portalLoginPage,
    enterPage,
    ...(production ? [] : mailboxDocuments),
  ]
  return all
}
