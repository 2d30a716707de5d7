type Named = { name: string; method: string; path: string; readsOnly: boolean }
type Body = Record<string, unknown>

const REASONS: Record<string, string> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'request_too_large',
  422: 'idempotency_conflict',
  429: 'rate_limited',
}

export const withoutStatusCodes = (words: string): string =>
  words
    .replaceAll(/\b4\d\d (?=[a-z]+_[a-z]+:)/g, '')
    .replaceAll(/\b409s\b/g, 'conflicts')
    .replaceAll(/\b(4\d\d)\b/g, (status, code: string) => REASONS[code] ?? status)
    .replaceAll(/ \(20\d\)/g, '')

const sentences = (words: string): string[] => words.split(/(?<=[.?!]) (?=[A-Z])/)

const isAboutHttp = (sentence: string): boolean => /\bPrefer\b|\bover HTTP\b/i.test(sentence)

export const withoutHttp = (words: string): string =>
  sentences(words)
    .filter(sentence => !isAboutHttp(sentence))
    .join(' ')

const SAME_IN_TOOLS: [RegExp, string][] = [
  [/\b(?:PATCH and POST|POST and PATCH|PATCH or POST)\b/g, 'call that changes something'],
  [/\b(?:in )?an? PATCH\b/g, 'with intake_patch'],
  [/\bPATCH\b/g, 'intake_patch'],
  [/\ba new Idempotency-Key\b/g, 'a new idempotency_key'],
  [/\bIdempotency-Key\b/g, 'idempotency_key'],
  [/, in one header line\b/g, ''],
  [/\bRetry-After seconds\b/g, 'retry_after seconds'],
  [
    /\bSend Authorization: Bearer <the token from the latest response>/g,
    'Pass the intake_access_token of the latest answer about this uid, as an argument',
  ],
]

const asArgument = (field: Body): Body =>
  field.path === 'Idempotency-Key' ? { ...field, path: 'idempotency_key' } : field

const placed = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)

export class ToolWords {
  readonly #tools: readonly Named[]

  constructor(tools: readonly Named[]) {
    this.#tools = tools
  }

  #toolFor(method: string, path: string, readsOnly = false): { tool: Named; uid: string | null } | null {
    const found = this.#tools
      .filter(tool => tool.method === method && placed(tool.path).test(path))
      .toSorted((a, b) => Number(b.readsOnly === readsOnly) - Number(a.readsOnly === readsOnly))[0]
    return found ? { tool: found, uid: placed(found.path).exec(path)?.[1] ?? null } : null
  }

  #pollTool({ poll_request: poll, intake_access_token }: Body): { tool: string; arguments: Body } | null {
    const { method, url, body } = (poll ?? {}) as { method?: string; url?: string; body?: Body }
    if (method === undefined || url === undefined) return null
    const found = this.#toolFor(method, new URL(url).pathname, true)
    const token = found?.uid && intake_access_token !== undefined ? { intake_access_token } : {}
    return (
      found && {
        tool: found.tool.name,
        arguments: { ...(found.uid && { uid: found.uid }), ...token, ...body },
      }
    )
  }

  /** `quotes` of a poll with umbrella_status is umbrella_quotes. */
  #toolOf(next: unknown, poll: { tool: string } | null): { tool?: string } {
    const { operation } = (next ?? {}) as Body
    const tool = `${poll?.tool.split('_')[0]}_${operation}`
    return this.#tools.some(({ name }) => name === tool) ? { tool } : {}
  }

  #say(words: string, poll: string | null): string {
    const wait = poll === null ? [] : [`Call ${poll} with this uid. It waits for the next change.`]
    const spoken = sentences(words).flatMap(sentence =>
      isAboutHttp(sentence) || (poll !== null && sentence.includes('poll_request')) ? wait : [sentence],
    )
    const named = spoken
      .join(' ')
      .replaceAll(/\b(GET|POST|PATCH) (\/[\w{}/-]*[\w}])/g, (all, method: string, path: string) => {
        const found = this.#toolFor(method, path)
        return found ? found.tool.name : all
      })
    return SAME_IN_TOOLS.reduce((text, [http, tool]) => text.replaceAll(http, tool), named)
  }

  /** Changes only sentences that we wrote, never a value of the application. */
  spoken(body: Body): Body {
    const { agent_instructions, message, next_action, fields, poll_request } = body
    const poll = this.#pollTool(body)
    const say = (words: unknown): unknown =>
      typeof words === 'string' ? this.#say(words, poll?.tool ?? null) : words
    const sayIn = (part: unknown, key: string): unknown =>
      part !== null && typeof part === 'object' && key in part
        ? { ...part, [key]: say((part as Body)[key]) }
        : part
    return {
      ...body,
      ...(poll_request !== undefined && poll && { poll_request: poll }),
      ...(Array.isArray(agent_instructions) && { agent_instructions: agent_instructions.map(say) }),
      ...(message !== undefined && { message: say(message) }),
      ...(next_action !== undefined && {
        next_action: Object.assign({}, sayIn(next_action, 'description'), this.#toolOf(next_action, poll)),
      }),
      ...(Array.isArray(fields) && { fields: fields.map(field => sayIn(asArgument(field), 'expected')) }),
    }
  }
}
