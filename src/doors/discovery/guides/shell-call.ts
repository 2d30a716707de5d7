import type { WorkedCall } from '../skills/worked-call.ts'

export const VALUE_FUNCTION = `value() { node -p "JSON.parse(fs.readFileSync('answer.json')).$1"; }`

const PLACEHOLDER = /\$([a-z_]\w*(?:\.\w+)*)/g

const reading = (path: string): string => `$(value '${path.replaceAll(/\.(\d+)/g, '[$1]')}')`

const inDoubleQuotes = (text: string): string =>
  `"${text.replaceAll(PLACEHOLDER, (_, path: string) => reading(path))}"`

const inSingleQuotes = (text: string): string =>
  `'${text.replaceAll("'", "'\\''").replaceAll(PLACEHOLDER, (_, path: string) => `'"${reading(path)}"'`)}'`

const loopWhile = ({ whileStatus = [], orWaitingOn }: WorkedCall, command: string): string =>
  [
    `while [[ "$(value status)" =~ ^(${whileStatus.join('|')})$${orWaitingOn ? ` || "$(value waiting_on)" == ${orWaitingOn}` : ''} ]]; do`,
    ...command.split('\n').map(line => `  ${line}`),
    'done',
  ].join('\n')

export const shellCall = (base: string, call: WorkedCall): string => {
  const { method, path, credential, body, idempotencyKey, whileStatus } = call
  const command = [
    `curl -fsS -X ${method} ${inDoubleQuotes(base + path)} -o answer.json`,
    ...(credential ? [`-H ${inDoubleQuotes(`Authorization: Bearer ${credential}`)}`] : []),
    ...(idempotencyKey ? [`-H 'Idempotency-Key: ${idempotencyKey}'`] : []),
    ...(whileStatus ? [`-H 'Prefer: wait=20'`] : []),
    ...(body
      ? [`-H 'Content-Type: application/json'`, `-d ${inSingleQuotes(JSON.stringify(body, null, 2))}`]
      : []),
  ].join(' \\\n  ')
  return whileStatus ? loopWhile(call, command) : command
}
