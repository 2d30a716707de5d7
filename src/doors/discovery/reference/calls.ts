import type { OperationExample, Parameter, ReferenceOperation } from './operations.ts'

export type CallText = { language: string; code: string }

const JSON_TYPE = 'application/json'

const written = (value: unknown): string => JSON.stringify(value, null, 2)

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const recorded = ({ parameters }: ReferenceOperation, place: 'path' | 'query'): Parameter[] =>
  parameters.filter(parameter => parameter.in === place && parameter.example !== undefined)

const valuesOf = (parameters: readonly Parameter[]): Record<string, unknown> =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example]))

const urlOf = (operation: ReferenceOperation): string => {
  const query = new URLSearchParams(
    recorded(operation, 'query').map(({ name, example }): [string, string] => [name, String(example)]),
  ).toString()
  const path = recorded(operation, 'path').reduce(
    (before, { name, example }) => before.replace(`{${name}}`, encodeURIComponent(String(example))),
    operation.path,
  )
  return query === '' ? path : `${path}?${query}`
}

const TOKENS: Record<string, string> = {
  agent_api_key: 'OPERATOR_KEY',
  intake_access_token: 'INTAKE_ACCESS_TOKEN',
}

const takesKey = ({ parameters }: ReferenceOperation): boolean =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

const curlBody = ({ body }: ReferenceOperation, request: unknown): string[] => {
  if (!body || request === undefined) return []
  if (body.type === JSON_TYPE) return [`-H 'Content-Type: ${JSON_TYPE}'`, `-d ${inQuotes(written(request))}`]
  return Object.entries(request as object).map(
    ([name, value]) => `--data-urlencode ${inQuotes(`${name}=${value}`)}`,
  )
}

const curl = (operation: ReferenceOperation, base: string, request: unknown): CallText => {
  const { method, scheme } = operation
  const token = TOKENS[scheme ?? '']
  return {
    language: 'curl',
    code: [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${inQuotes(`${base}${urlOf(operation)}`)}`,
      ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
      ...(takesKey(operation) ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
      ...curlBody(operation, request),
    ].join(' \\\n  '),
  }
}

const asLiteral = (value: unknown): string => written(value).replaceAll(/^(\s*)"([a-z_]\w*)":/gim, '$1$2:')

const typescript = (operation: ReferenceOperation, base: string, request: unknown): CallText[] => {
  const { body, method, path, scheme } = operation
  if (body && body.type !== JSON_TYPE) return []
  const [inPath, inQuery] = [recorded(operation, 'path'), recorded(operation, 'query')]
  const params = {
    ...(inPath.length > 0 && { path: valuesOf(inPath) }),
    ...(inQuery.length > 0 && { query: valuesOf(inQuery) }),
  }
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${asLiteral(params)}`] : []),
    ...(request === undefined ? [] : [`body: ${asLiteral(request)}`]),
  ].map(text => `  ${text.replaceAll('\n', '\n  ')},\n`)
  const argument = options.length === 0 ? '' : `, {\n${options.join('')}}`
  const token = TOKENS[scheme ?? '']
  const key = token ? `, key: process.env.${token}` : ''
  return [
    {
      language: 'TypeScript',
      code: [
        `import { answerOf, createBindery } from '@bindery/client'`,
        '',
        `const bindery = createBindery({ url: '${base}'${key} })`,
        `const answer = answerOf(await bindery.${method}('${path}'${argument}))`,
      ].join('\n'),
    },
  ]
}

const mcp = (operation: ReferenceOperation, request: unknown): CallText[] => {
  const { tool, scheme } = operation
  if (!tool) return []
  const given = {
    ...valuesOf([...recorded(operation, 'path'), ...recorded(operation, 'query')]),
    ...(request as object | undefined),
    ...(scheme === 'intake_access_token' && { intake_access_token: '<INTAKE_ACCESS_TOKEN>' }),
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: given } }
  return [{ language: 'MCP', code: written(call) }]
}

export const callTexts = (
  operation: ReferenceOperation,
  { request }: OperationExample,
  base: string,
): CallText[] => [
  curl(operation, base, request),
  ...typescript(operation, base, request),
  ...mcp(operation, request),
]

export const exampleAnswerText = ({ answer }: OperationExample): string => {
  if (!answer) return ''
  return typeof answer.value === 'string' ? answer.value : written(answer.value)
}
