import { changes } from './doors/changes/changes.ts'
import { prefillOperations } from './doors/consumer/prefill.ts'
import { shoppingStatus, statusByBody } from './doors/consumer/status.ts'
import { mcpTexts } from './doors/discovery/mcp-texts.ts'
import { intakeAttach } from './doors/intake/attach.ts'
import { intakeBind } from './doors/intake/bind.ts'
import { issues } from './doors/intake/issues.ts'
import { patch } from './doors/intake/patch.ts'
import { policy } from './doors/intake/policy.ts'
import { policyRequest } from './doors/intake/policy-requests.ts'
import { intakeSelect } from './doors/intake/select.ts'
import { confirm } from './doors/key/confirm.ts'
import { createKey, listKeys, revokeKey } from './doors/key/keys.ts'
import { requestCode } from './doors/key/request.ts'
import { rotate } from './doors/key/rotate.ts'
import { mcpEndpoints } from './doors/mcp/endpoints.ts'
import { auth } from './doors/oauth/agent/auth.ts'
import { authClaim } from './doors/oauth/agent/auth-claim.ts'
import { authRevoke } from './doors/oauth/agent/auth-revoke.ts'
import { identity } from './doors/oauth/agent/identity.ts'
import { identityClaim } from './doors/oauth/agent/identity-claim.ts'
import { oauthEndpoints } from './doors/oauth/endpoints.ts'
import { agentEmails, namesRecipient, oauthCalls } from './doors/oauth/protocol/budgets.ts'
import { policies, policyById } from './doors/policies/policies.ts'
import { policyRequests } from './doors/policies/requests.ts'
import { receipts } from './doors/receipts/receipts.ts'
import { requests } from './doors/requests/requests.ts'
import { clock } from './doors/sandbox/clock.ts'
import type { App } from './platform/app.ts'
import type { Budget } from './platform/http/budgets/budget.ts'
import { emailBudgets } from './platform/http/budgets/costs.ts'
import type { Endpoint, Row } from './platform/http/operation.ts'
import {
  anyBearer,
  anyKey,
  anyone,
  anyShopper,
  keyConfirms,
  keyRequests,
  keyRequestsByEmail,
  mainKey,
  operatorCalls,
  operatorKeyFor,
  rotatingKey,
} from './platform/key/guard.ts'
import { intakeToken } from './platform/key/shopper/intake-token.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from './platform/lib/clock.ts'
import { lineNames, scopeNames } from './platform/lines.ts'
import { change, get, post, remove } from './platform/route.ts'
import { autoEstimates } from './products/calculators/auto-estimates.ts'
import { batch } from './products/calculators/batch.ts'
import { collisionAndComprehensiveCoverage } from './products/calculators/collision-and-comprehensive-coverage.ts'
import { fileAClaim } from './products/calculators/file-a-claim.ts'
import { homeCalculator } from './products/calculators/home.ts'
import { umbrellaCalculator } from './products/calculators/umbrella.ts'
import { allLines } from './products/lines.ts'

const calculations: Budget = {
  name: 'calculators',
  points: 120,
  seconds: MINUTE_SECONDS,
  by: 'caller',
  leased: true,
}
type Prefill = { intake?: { email?: unknown }; sandbox?: boolean }
const mayEmail = ({ intake, sandbox }: Prefill): boolean => typeof intake?.email === 'string' && !sandbox

const prefills: Budget = { name: 'consumer_prefill', points: 600, seconds: HOUR_SECONDS, by: 'address' }
const emailing = <I>(when: (input: I) => boolean = () => true): Budget[] =>
  emailBudgets.map(budget => ({ ...budget, when }))

const prefillEmails = emailing(mayEmail)

const shopping: Budget = { name: 'consumer_status', points: 120, seconds: MINUTE_SECONDS, by: 'address' }
const followUps: Budget = { name: 'intake', points: 120, seconds: MINUTE_SECONDS, by: 'caller' }

const agentEmailing = emailing(namesRecipient)

export const rows: readonly Row<App>[] = [
  post('/api/agent/key/request', anyone, requestCode, keyRequests, keyRequestsByEmail, ...emailing()),
  post('/api/agent/key/confirm', anyone, confirm, keyConfirms),
  post('/api/agent/key/rotate', rotatingKey, rotate, operatorCalls),
  get('/api/agent/keys', mainKey, listKeys, operatorCalls),
  post('/api/agent/keys', mainKey, createKey, operatorCalls),
  remove('/api/agent/keys/{key_id}', mainKey, revokeKey, operatorCalls),

  ...allLines.flatMap(({ rows }) => rows),

  get('/api/agent/changes', operatorKeyFor(lineNames), changes, operatorCalls),
  get('/api/agent/receipts', operatorKeyFor(lineNames), receipts, operatorCalls),
  get('/api/agent/policies', operatorKeyFor(lineNames), policies, operatorCalls),
  get('/api/agent/policies/{policy_id}', operatorKeyFor(lineNames), policyById, operatorCalls),
  post('/api/agent/policies/requests', operatorKeyFor(lineNames), policyRequests, operatorCalls),
  post('/api/agent/sandbox/clock', operatorKeyFor(lineNames), clock, operatorCalls),
  get('/api/agent/requests', operatorKeyFor(scopeNames), requests, operatorCalls),

  ...prefillOperations.map(({ path, operation }) =>
    post(path, anyShopper, operation, prefills, ...prefillEmails),
  ),
  get('/api/consumer/status', anyBearer, shoppingStatus, shopping),
  post('/api/consumer/status', anyBearer, statusByBody, shopping),

  get('/api/intake/{uid}/issues', intakeToken, issues, followUps),
  change('/api/intake/{uid}', intakeToken, patch, followUps, ...prefillEmails),
  post('/api/intake/{uid}/select', intakeToken, intakeSelect, followUps),
  post('/api/intake/{uid}/bind', intakeToken, intakeBind, followUps),
  post('/api/intake/{uid}/attach', intakeToken, intakeAttach, followUps),
  get('/api/intake/{uid}/policy', intakeToken, policy, followUps),
  post('/api/intake/{uid}/policy/requests', intakeToken, policyRequest, followUps),

  post('/api/agent/calculators/auto-estimates', anyKey, autoEstimates, calculations),
  post(
    '/api/agent/calculators/collision-and-comprehensive-coverage',
    anyKey,
    collisionAndComprehensiveCoverage,
    calculations,
  ),
  post('/api/agent/calculators/file-a-claim', anyKey, fileAClaim, calculations),
  post('/api/agent/calculators/home', anyKey, homeCalculator, calculations),
  post('/api/agent/calculators/umbrella', anyKey, umbrellaCalculator, calculations),
  post('/api/agent/tools/batch', anyKey, batch, calculations),

  post('/agent/identity', anyone, identity, oauthCalls, agentEmails, ...agentEmailing),
  post('/agent/identity/claim', anyone, identityClaim, oauthCalls, agentEmails, ...agentEmailing),
  post('/agent/auth', anyone, auth, oauthCalls, agentEmails, ...agentEmailing),
  post('/agent/auth/claim', anyone, authClaim, oauthCalls, agentEmails, ...agentEmailing),
  post('/agent/auth/revoke', anyone, authRevoke, oauthCalls),
]

export const mcpServers = mcpEndpoints(rows, mcpTexts)

export const endpoints: readonly Endpoint[] = oauthEndpoints
