import type { ProblemCode, ProblemFacts } from './problem-catalog.ts'

export const catalog = {
  invalid_request: [400, 'The request is not valid. Correct the fields listed and send it again.'],
  invalid_json: [400, 'The body is not valid JSON. Send one JSON object in UTF-8.'],
  invalid_email: [400, 'This is not a valid email address. Use the form name@example.com.'],
  unsupported_state: [400, 'We don’t sell coverage in this state. Do not retry with the same address.'],
  unsupported_api_version: [400, 'Unknown Service-API-Version. Send v1 or leave the header out.'],
  sandbox_unsupported: [400, 'This operation is not available for sandbox requests.'],
  anonymous_not_enabled: [
    400,
    'Anonymous agents aren’t supported. Register with type service_auth and the operator’s email.',
  ],
  invalid_claim_token: [
    400,
    'This claim_token is unknown or has expired. Register again with POST /agent/identity.',
  ],
  invalid_assertion: [
    400,
    'The assertion was not accepted. Get a new one from its issuer, with this service as its audience.',
  ],
  unauthorized: [
    401,
    'A valid key is required. Send Authorization: Bearer <OPERATOR_KEY>. An operator without a key gets one with POST /api/agent/key/request. If it has one, ask for it: a new key replaces the current one at once. POST /api/agent/keys makes additional keys.',
  ],
  key_expired: [
    401,
    'This key has expired. Get a new one with POST /api/agent/key/request and /api/agent/key/confirm.',
  ],
  invalid_otp: [
    401,
    'The code is wrong or has expired. Check the latest email, or request a new code with POST /api/agent/key/request.',
  ],
  stale_access_token: [
    401,
    'This access token was replaced. Use the one from the latest response. To recover a lost response, repeat the request with the same token and Idempotency-Key. If neither is possible, the person gets a new token at resume_url.',
  ],
  forbidden: [
    403,
    'A shared key can’t do this. Use an operator key from POST /api/agent/key/request and /api/agent/key/confirm.',
  ],
  operator_not_approved: [
    403,
    'The agency has not opened live applications for this operator. Until it does, send sandbox: true on the first call, or use the calculators. We email the operator when that changes.',
  ],
  act_not_permitted: [
    403,
    'The agency has not permitted this act to your account in this state. The person acts on our page: give them person_acts_at.',
  ],
  insufficient_scope: [
    403,
    'This credential does not have the scope for this operation. Use a key or a token with that scope.',
  ],
  live_key_required: [
    403,
    'A test key reaches only the sandbox, and this is a live request. Use your live key, or start a request with sandbox: true.',
  ],
  not_found: [404, 'Not found. Check the path and the identifier.'],
  method_not_allowed: [
    405,
    'This path does not support that method. The Allow header lists the supported ones.',
  ],
  conflict: [
    409,
    'The request does not fit the current status. Read current_status and continue from there.',
  ],
  binding_stopped: [
    409,
    'The agency has paused new policies for this address or insurance company. The message says until when. Choose another offer, or try again then.',
  ],
  stale_token: [409, 'This token belongs to an earlier version. Get the current status and use its token.'],
  idempotency_in_progress: [
    409,
    'The same request is still running. Send it again after Retry-After seconds.',
  ],
  request_too_large: [413, 'The body is too large. The limit is 256 KiB, and more for files.'],
  unsupported_media_type: [415, 'Send the body as Content-Type: application/json.'],
  registration_invalid: [
    422,
    'Some registration details are not valid. Correct the fields listed. The code is still valid.',
  ],
  idempotency_conflict: [
    422,
    'This Idempotency-Key was already used with a different request. Use a new key for each new request.',
  ],
  rate_limited: [429, 'Too many requests. Wait Retry-After seconds, then retry.'],
  email_limit: [
    429,
    'This person already got as many emails from us today as we allow. Retry after Retry-After seconds, or contact them yourself.',
  ],
  too_many_attempts: [429, 'Too many failed attempts. Wait Retry-After seconds before trying again.'],
  internal_error: [
    500,
    'Something went wrong on our side. Try again. If it persists, send us the request_id.',
  ],
  unavailable: [503, 'The service is temporarily unavailable. Try again after Retry-After seconds.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof catalog

export type FieldProblem = {
  path: string
  code: ProblemCode
  facts?: ProblemFacts
  expected?: string
  did_you_mean?: string
}

export const MOST_PROBLEMS = 20

export type FailureDetails = {
  message?: string
  fields?: FieldProblem[]
  current_status?: string
  retryAfterSeconds?: number
  person_acts_at?: string
  headers?: Record<string, string>
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly details: FailureDetails
  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(details.message ?? catalog[code][1])
    this.code = code
    this.status = catalog[code][0]
    this.details = details
  }
}

/** Returns the problems that a rule would refuse, without refusing them. Conflicts are still thrown. */
export const problemsOf = (attempt: () => unknown): FieldProblem[] => {
  try {
    attempt()
    return []
  } catch (error) {
    if (error instanceof Failure && error.status === 400) return [...(error.details.fields ?? [])]
    throw error
  }
}

export const fail = (code: ErrorCode, details?: FailureDetails): never => {
  throw new Failure(code, details)
}
