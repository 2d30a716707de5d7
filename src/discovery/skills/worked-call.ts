/** A call of a worked example. `$name` stands for `name` in an answer above, `$OPERATOR_KEY` for the caller's key. */
export type WorkedCall = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  credential?: '$OPERATOR_KEY' | '$intake_access_token'
  body?: object
  /** A write that must not happen twice. */
  idempotencyKey?: string
  /** Sent again, after poll_after_seconds, while the answer has one of these statuses. */
  whileStatus?: readonly string[]
}

/** One block that a person can read and a program can run. */
export const httpBlock = (base: string, call: WorkedCall): string => {
  const { method, path, credential, body, idempotencyKey, whileStatus } = call
  const head = [
    ...(whileStatus ? [`# repeat while status is ${whileStatus.join(' or ')}`] : []),
    `${method} ${base}${path}`,
    ...(credential ? [`Authorization: Bearer ${credential}`] : []),
    ...(idempotencyKey ? [`Idempotency-Key: ${idempotencyKey}`] : []),
    ...(whileStatus ? ['Prefer: wait=20'] : []),
    ...(body ? ['Content-Type: application/json'] : []),
  ]
  return ['```http', ...head, ...(body ? ['', JSON.stringify(body, null, 2)] : []), '```'].join('\n')
}
