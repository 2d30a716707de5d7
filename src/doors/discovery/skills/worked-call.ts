export type WorkedCall = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  credential?: '$OPERATOR_KEY' | '$intake_access_token'
  body?: object
  idempotencyKey?: string
  whileStatus?: readonly string[]
  orWaitingOn?: 'email_proof'
}

const FROM_RESPONSES =
  'In the examples, `$name` is the value of `name` in the latest response that has it. A dot selects a nested value.'

export const shopperPlaceholders = FROM_RESPONSES

export const operatorPlaceholders = `${FROM_RESPONSES} \`$OPERATOR_KEY\` is your credential.`

const httpText = (base: string, call: WorkedCall): string => {
  const { method, path, credential, body, idempotencyKey, whileStatus, orWaitingOn } = call
  const proof = orWaitingOn ? `, or waiting_on is ${orWaitingOn}` : ''
  const head = [
    ...(whileStatus ? [`# repeat while status is ${whileStatus.join(' or ')}${proof}`] : []),
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
