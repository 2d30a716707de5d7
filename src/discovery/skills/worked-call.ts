/** A call of a worked example. */
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

export const placeholders =
  'In the examples `$name` stands for `name` in the latest answer that has it; a dot leads into it. `$OPERATOR_KEY` is your credential.'

/** A call as it goes over the wire, which a person can read and a program can run. */
export const httpText = (base: string, call: WorkedCall): string => {
  const { method, path, credential, body, idempotencyKey, whileStatus } = call
  const head = [
    ...(whileStatus ? [`# repeat while status is ${whileStatus.join(' or ')}`] : []),
    `${method} ${base}${path}`,
    ...(credential ? [`Authorization: Bearer ${credential}`] : []),
    ...(idempotencyKey ? [`Idempotency-Key: ${idempotencyKey}`] : []),
    ...(whileStatus ? ['Prefer: wait=20'] : []),
    ...(body ? ['Content-Type: application/json'] : []),
  ]
  return [...head, ...(body ? ['', JSON.stringify(body, null, 2)] : [])].join('\n')
}

export const httpBlock = (base: string, call: WorkedCall): string =>
  ['```http', httpText(base, call), '```'].join('\n')
