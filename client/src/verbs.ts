/** Made from the contract by "npm run contract". */
export const VERBS = {
  key: {
    request: ['post', '/api/agent/key/request'],
    confirm: ['post', '/api/agent/key/confirm'],
    rotate: ['post', '/api/agent/key/rotate'],
    list: ['get', '/api/agent/keys'],
    create: ['post', '/api/agent/keys'],
    revoke: ['delete', '/api/agent/keys/{key_id}'],
  },
  homeowners: {
    quotes: ['post', '/api/agent/homeowners/quotes'],
    dashboard: ['get', '/api/agent/homeowners/dashboard'],
    dashboardSession: ['post', '/api/agent/homeowners/dashboard/session'],
    fixIssuesEmail: ['post', '/api/agent/homeowners/fix-issues-email'],
    closingPack: ['post', '/api/agent/homeowners/closing-pack'],
  },
  umbrella: {
    draft: ['post', '/api/agent/umbrella/draft'],
    quotes: ['post', '/api/agent/umbrella/quotes'],
    select: ['post', '/api/agent/umbrella/select'],
    bind: ['post', '/api/agent/umbrella/bind'],
    status: ['post', '/api/agent/umbrella/status'],
    getStatus: ['get', '/api/agent/umbrella/status'],
    attach: ['post', '/api/agent/umbrella/attach'],
    dashboard: ['get', '/api/agent/umbrella/dashboard'],
  },
  changes: {
    list: ['get', '/api/agent/changes'],
  },
  receipts: {
    get: ['get', '/api/agent/receipts'],
  },
  policies: {
    list: ['get', '/api/agent/policies'],
    get: ['get', '/api/agent/policies/{policy_id}'],
    requestChange: ['post', '/api/agent/policies/requests'],
  },
  sandbox: {
    moveClock: ['post', '/api/agent/sandbox/clock'],
  },
  requests: {
    list: ['get', '/api/agent/requests'],
  },
  consumer: {
    umbrellaPrefill: ['post', '/api/consumer/umbrella/prefill'],
    homeownersPrefill: ['post', '/api/consumer/homeowners/prefill'],
    shoppingStatus: ['get', '/api/consumer/status'],
    postShoppingStatus: ['post', '/api/consumer/status'],
  },
  intake: {
    issues: ['get', '/api/intake/{uid}/issues'],
    patch: ['patch', '/api/intake/{uid}'],
    select: ['post', '/api/intake/{uid}/select'],
    bind: ['post', '/api/intake/{uid}/bind'],
    attach: ['post', '/api/intake/{uid}/attach'],
    policy: ['get', '/api/intake/{uid}/policy'],
    policyRequest: ['post', '/api/intake/{uid}/policy/requests'],
  },
  calculators: {
    estimateAuto: ['post', '/api/agent/calculators/auto-estimates'],
    compareCollisionAndComprehensiveCoverage: ['post', '/api/agent/calculators/collision-and-comprehensive-coverage'],
    weighFilingAClaim: ['post', '/api/agent/calculators/file-a-claim'],
    estimateHome: ['post', '/api/agent/calculators/home'],
    estimateUmbrella: ['post', '/api/agent/calculators/umbrella'],
    runToolsBatch: ['post', '/api/agent/tools/batch'],
  },
  oauth: {
    registerAgentIdentity: ['post', '/agent/identity'],
    claimAgentIdentity: ['post', '/agent/identity/claim'],
    registerAgent: ['post', '/agent/auth'],
    claimAgent: ['post', '/agent/auth/claim'],
    revokeAgentCredential: ['post', '/agent/auth/revoke'],
  },
} as const
