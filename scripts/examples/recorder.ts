import type { Example, Examples, OperationExamples } from '../../src/doors/discovery/openapi/examples.ts'
import { documents } from '../../src/page-table.ts'
import { endpoints, rows } from '../../src/routes.ts'
import { type Answer, call } from '../../test/support/people/client.ts'

type Place = { method: string; path: string }

const places = new Map<string, Place>([
  ...rows.map(({ operation, method, path }) => [operation.id, { method, path }] as const),
  ...endpoints.map(({ id, path }) => [id, { method: 'POST', path }] as const),
  ...documents({ production: true }, () => 'running').flatMap(({ contract, path }) =>
    contract ? [[contract.id, { method: 'GET', path }] as const] : [],
  ),
])

export type Sent = {
  key?: string
  body?: unknown
  form?: Record<string, string>
  path?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
}

/** `status`: 200 unless it is named. */
export type Recorded = { name: string; summary: string; status?: number }

/** Makes calls and records requests and responses by operationId. */
export class Recorder {
  readonly examples: Examples = { operations: {}, failures: {} }
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  send(id: string, { key, body, form, path = {}, query, headers }: Sent = {}): Promise<Answer> {
    const place = places.get(id)
    if (!place) throw new Error(`no operation is called ${id}`)
    const filled = place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
    return call(`${this.#url}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: place.method,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
      ...(form && { body: new URLSearchParams(form).toString() }),
      headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
    })
  }

  /** Records a response that belongs to the operation. */
  async take(id: string, { name, summary, status = 200 }: Recorded, sent: Sent = {}): Promise<Answer> {
    const answer = await this.send(id, sent)
    if (answer.status !== status) throw new Error(`${id} ${name}: ${answer.status} ${answer.text}`)
    const operation = this.#operation(id)
    const { path, query, body = sent.form } = sent
    if ((path || query) && !operation.parameters) operation.parameters = { ...path, ...query }
    if (body !== undefined) operation.requests = { ...operation.requests, [name]: { summary, value: body } }
    if (answer.text !== '') this.keep(id, { status, name }, { summary, value: answer.body })
    return answer
  }

  keep(id: string, { status, name }: { status: number; name: string }, example: Example): void {
    const { responses } = this.#operation(id)
    responses[status] = { ...responses[status], [name]: example }
  }

  /** Records an error that any operation may return. */
  async refusal(id: string, code: string, sent: Sent): Promise<void> {
    const { status, body, text } = await this.send(id, sent)
    if (body.error !== code) throw new Error(`${id} was to answer ${code}: ${status} ${text}`)
    this.examples.failures[status] = {
      ...this.examples.failures[status],
      [code]: { summary: code.replaceAll('_', ' '), value: body },
    }
  }

  #operation(id: string): OperationExamples {
    const known = this.examples.operations[id]
    if (known) return known
    const made: OperationExamples = { responses: {} }
    this.examples.operations[id] = made
    return made
  }
}
