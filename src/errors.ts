import type { ProblemCode, ProblemFacts } from './problem-catalog.ts'

// Every error the service can answer with. A message tells an agent what to do next.
export const catalog = {
  invalid_request: [400, 'The request is not valid. Correct the fields listed and send it again.'],
  invalid_json: [400, 'The body is not valid JSON. Send one JSON object in UTF-8.'],
  invalid_email: [400, 'That is not an email address. Send one like name@example.com.'],
  unsupported_state: [400, 'This state is not served. Do not retry with the same address.'],
  unsupported_api_version: [400, 'This Service-API-Version is unknown. Send v1 or leave the header out.'],
  sandbox_unsupported: [400, 'This operation is not available for sandbox requests.'],
  anonymous_not_enabled: [
    400,
    'An agent cannot act here for nobody. Register with type service_auth and the email of the operator.',
  ],
  invalid_claim_token: [
    400,
    'This claim_token is unknown or has expired. Register again with POST /agent/identity.',
  ],
  invalid_assertion: [
    400,
    'This assertion was not accepted. Ask its issuer for a fresh one, made out to this service.',
  ],
  unauthorized: [
    401,
    'A valid key is needed: send Authorization: Bearer <OPERATOR_KEY>. Get one with POST /api/agent/key/request.',
  ],
  key_expired: [
    401,
    'This key has expired. Get a new one with POST /api/agent/key/request and /api/agent/key/confirm.',
  ],
  invalid_otp: [
    401,
    'The code is wrong or has expired. Check the latest mail, or ask for a new code with POST /api/agent/key/request.',
  ],
  stale_access_token: [
    401,
    'This access token was replaced. Use the one from the latest answer; a lost answer comes again with the same request, token and Idempotency-Key.',
  ],
  forbidden: [
    403,
    'A shared key cannot do this. Use an operator key from POST /api/agent/key/request and /api/agent/key/confirm.',
  ],
  insufficient_scope: [403, 'This token lacks the scope for this operation. Ask for a token with the scope.'],
  not_found: [404, 'There is nothing here. Check the path and the identifier.'],
  method_not_allowed: [405, 'This path does not take that method. The Allow header lists those it takes.'],
  conflict: [409, 'The request does not fit the current state. Read current_status and go on from there.'],
  stale_token: [409, 'This token belongs to an older version. Fetch the current status and use its token.'],
  idempotency_in_progress: [
    409,
    'The same request is still running. Send it again after Retry-After seconds.',
  ],
  request_too_large: [413, 'The body is too large. The limit is 256 KiB.'],
  unsupported_media_type: [415, 'Send the body as Content-Type: application/json.'],
  registration_invalid: [
    422,
    'Some registration details are not valid. Correct the fields listed; the code is still good.',
  ],
  idempotency_conflict: [
    422,
    'This Idempotency-Key was used with another request. Use a new key for a new request.',
  ],
  rate_limited: [429, 'Too many requests. Wait Retry-After seconds and send it again.'],
  too_many_attempts: [429, 'Too many failed attempts. Wait Retry-After seconds before the next one.'],
  internal_error: [
    500,
    'Something went wrong here. Try again; if it stays, report the request_id to the agency.',
  ],
  unavailable: [503, 'The service is not ready for this right now. Try again after Retry-After seconds.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof catalog

/** One thing wrong with a request. Words are chosen where it is shown: `problemWords` for programs. */
export type FieldProblem = {
  path: string
  code: ProblemCode
  facts?: ProblemFacts
  expected?: string
  did_you_mean?: string
}

export type FailureDetails = {
  message?: string
  fields?: FieldProblem[]
  current_status?: string
  retryAfterSeconds?: number
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

/** Throws as an expression: `(await find(uid)) ?? fail('not_found')`. */
export const fail = (code: ErrorCode, details?: FailureDetails): never => {
  throw new Failure(code, details)
}
