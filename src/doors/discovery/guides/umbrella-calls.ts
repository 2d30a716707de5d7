import { exampleIntake } from '../../../products/umbrella/examples.ts'
import { VALUE_FUNCTION } from './shell-call.ts'

const START = '/api/consumer/umbrella/prefill'
const IN_TWO_WEEKS = 'inTwoWeeks'

/** In a body, `$name` is a value of the latest response, or the day on which coverage starts. */
const application = { sandbox: true, intake: exampleIntake }
const submission = { confirm_submission: true, review_token: '$review_token' }
const choice = {
  selection_token: '$offers.1.selection_token',
  selection_confirmed: true,
  credit_consent: { answer: 'Yes', collected_from_user: true },
  intake: {
    vehicles: [
      { year: 2020, make: 'Toyota', model: 'Camry' },
      { year: 2017, make: 'Honda', model: 'Pilot' },
    ],
    prior_carrier: 'none',
    effective_date: `$${IN_TWO_WEEKS}`,
  },
}
const purchase = { bind_confirmed: true }

const [LONGEST_LINE, LONGEST_PART] = [100, 80]

const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`)
    .join(', ')}}`
}

/** Its text, in parts between which a line may end. */
const partsOf = (value: unknown, before = '', after = ''): string[] => {
  const whole = `${before}${spaced(value)}${after}`
  if (whole.length <= LONGEST_PART || value === null || typeof value !== 'object') return [whole]
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value)
  return members.flatMap(([name, inner], at) =>
    partsOf(
      inner,
      `${at === 0 ? before + open : ''}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}`,
      at + 1 < members.length ? ',' : close + after,
    ),
  )
}

const filled = (value: object, head: string, indent: string): string => {
  const lines: string[] = []
  let line = head
  for (const part of partsOf(value)) {
    if (line.length + part.length >= LONGEST_LINE) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += line === head || line === indent ? part : ` ${part}`
  }
  return [...lines, line].join('\n')
}

type Body = { head: string; body: object; indent?: string }

const withValues = (json: string, read: (path: string) => string): string =>
  json.replaceAll(/"\$([a-z][\w.]*)"/gi, (_, path: string) => read(path))

const indexed = (path: string): string => path.replaceAll(/\.(\d+)/g, '[$1]')

const inShell = ({ head, body, indent = '  ' }: Body): string =>
  `${withValues(
    filled(body, head, indent),
    path => `"'"${path === IN_TWO_WEEKS ? '$in_two_weeks' : `$(value '${indexed(path)}')`}"'"`,
  )}'`

const inTypeScript = ({ head, body }: Body): string =>
  `${withValues(filled(body, head, '  '), path => (path === IN_TWO_WEEKS ? path : `answer.${indexed(path)}`))
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")})`

const PYTHON_WORDS: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

const inPython = ({ head, body }: Body): string =>
  `${withValues(filled(body, head, '    '), path =>
    path === IN_TWO_WEEKS
      ? 'in_two_weeks'
      : `answer${path
          .split('.')
          .map(part => (/^\d+$/.test(part) ? `[${part}]` : `['${part}']`))
          .join('')}`,
  ).replaceAll(/(?<=: )(?:true|false|null)\b/g, word => PYTHON_WORDS[word] ?? word)})`

/** What the README prints too: words, and the commands below them. */
export const sevenCallsInShell = (base: string): readonly (readonly [words: string, code: string])[] => [
  [
    'Start an application:',
    `cd "$(mktemp -d)"
curl -sS --fail-with-body ${base}${START} -o answer.json \\
${inShell({ head: "  -H 'Content-Type: application/json' -d '", body: application, indent: '    ' })}`,
  ],
  [
    'Each later call sends the token from the response before it:',
    `${VALUE_FUNCTION}
step() { curl -sS --fail-with-body "${base}/api/intake/$uid$1" -o answer.json \\
  -H "Authorization: Bearer $(value intake_access_token)" -H 'Content-Type: application/json' "\${@:2}" ||
  { cat answer.json; return 1; }; }
uid=$(value uid)`,
  ],
  [
    'Submit it as reviewed, and wait for the offers:',
    `${inShell({ head: "step '' -X PATCH -d '", body: submission })}
step /issues -H 'Prefer: wait=20'
value 'offers.map(offer => \`\${offer.carrier}: $\${offer.annual_price} a year\`).join("\\n")'`,
  ],
  [
    'Choose the second and buy it. Its carrier collects documents and payment itself; for the first, the agency does. With a real person, each yes must be theirs:',
    `in_two_weeks=$(node -p 'new Date(Date.now() + 14 * 864e5).toISOString().slice(0, 10)')
${inShell({ head: "step /select -d '", body: choice })}
${inShell({ head: "step /bind -d '", body: purchase })}`,
  ],
  [
    'Wait for the policy and download its binder:',
    `until [ "$(value status)" = bound ]; do step /issues -H 'Prefer: wait=20' || break; done
curl -fsS "$(value 'policy.documents[0].url')" -o binder.pdf`,
  ],
]

export const sevenCallsInTypeScript = (base: string): string => `import { writeFile } from 'node:fs/promises'

let answer: any = {}
const call = async (method: string, path: string, body?: object) => {
  const response = await fetch('${base}' + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Prefer: 'wait=20',
      ...(answer.uid && { Authorization: \`Bearer \${answer.intake_access_token}\` }),
    },
    body: body && JSON.stringify(body),
  })
  answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
}

${inTypeScript({ head: `await call('POST', '${START}', `, body: application })}
const application = \`/api/intake/\${answer.uid}\`

// Submit it as reviewed, and wait for the offers.
${inTypeScript({ head: "await call('PATCH', application, ", body: submission })}
await call('GET', \`\${application}/issues\`)
for (const { carrier, annual_price } of answer.offers) console.log(\`\${carrier}: $\${annual_price} a year\`)

// Choose the second and buy it. With a real person, each yes must be theirs.
const inTwoWeeks = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
${inTypeScript({ head: `await call('POST', \`\${application}/select\`, `, body: choice })}
${inTypeScript({ head: `await call('POST', \`\${application}/bind\`, `, body: purchase })}

// Wait for the policy and download its binder.
while (answer.status !== 'bound') await call('GET', \`\${application}/issues\`)
const binder = await fetch(answer.policy.documents[0].url)
await writeFile('binder.pdf', Buffer.from(await binder.arrayBuffer()))
console.log(answer.policy.policy_number)
`

export const sevenCallsInPython = (base: string): string => `import json
from datetime import date, timedelta
from urllib.error import HTTPError
from urllib.request import Request, urlopen, urlretrieve

answer = {}


def call(method, path, body=None):
    global answer
    headers = {'Content-Type': 'application/json', 'Prefer': 'wait=20'}
    if answer:
        headers['Authorization'] = 'Bearer ' + answer['intake_access_token']
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request('${base}' + path, data, headers, method=method)) as response:
            answer = json.load(response)
    except HTTPError as error:
        raise SystemExit(error.read().decode())


${inPython({ head: `call('POST', '${START}', `, body: application })}
application = f"/api/intake/{answer['uid']}"

# Submit it as reviewed, and wait for the offers.
${inPython({ head: "call('PATCH', application, ", body: submission })}
call('GET', application + '/issues')
for offer in answer['offers']:
    print(f"{offer['carrier']}: \${offer['annual_price']} a year")

# Choose the second and buy it. With a real person, each yes must be theirs.
in_two_weeks = (date.today() + timedelta(days=14)).isoformat()
${inPython({ head: "call('POST', application + '/select', ", body: choice })}
${inPython({ head: "call('POST', application + '/bind', ", body: purchase })}

# Wait for the policy and download its binder.
while answer['status'] != 'bound':
    call('GET', application + '/issues')
urlretrieve(answer['policy']['documents'][0]['url'], 'binder.pdf')
print(answer['policy']['policy_number'])
`
