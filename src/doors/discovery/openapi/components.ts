import type { TSchema } from 'typebox'
import { catalog } from '../../../platform/errors.ts'
import { ErrorResponse, ProblemResponse } from '../../../platform/http/failure-reply.ts'
import { versions } from '../../../platform/http/versions.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { SCOPES } from '../../oauth/protocol/scopes.ts'
import { PATHS } from '../../oauth/protocol/urls.ts'
import words from './common-fields.json' with { type: 'json' }
import type { Examples } from './examples.ts'
import type { SharedParameters } from './share-parameters.ts'
import { shareSchemas } from './share-schemas.ts'

const text = (description: string, more: object = {}) => ({
  description,
  schema: { type: 'string', ...more },
})
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

const shared = {
  parameters: {
    ServiceApiVersion: {
      name: 'Service-API-Version',
      in: 'header',
      required: false,
      description: `Pins the contract version. Defaults to ${versions[0].name}.`,
      schema: { type: 'string', enum: versions.map(({ name }) => name) },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes retries safe: the same key, path, and body return the stored successful response for 24 hours. A different body with the same key is 422; so is another credential if the response holds a secret. Without a credential, use a random UUID or 128 random bits; a shorter key works only from your IP address. Do not send one with polls.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        'wait=20 holds the response up to 20 seconds, until something changes (RFC 7240). At most 25 seconds. Preference-Applied says that it was held.',
      schema: { type: 'string', examples: ['wait=20'] },
    },
  },
  headers: {
    XRequestId: text('Include it when you ask for help.'),
    ServiceApiVersion: text('The contract version of this response.'),
    XSkillVersion: text('The published runtime-contract version.'),
    RateLimitLimit: whole('Calls allowed per window.'),
    RateLimitRemaining: whole('Calls left in this window.'),
    RateLimitReset: whole('Seconds until the window resets.'),
    RateLimitPolicy: text('Limit and window in seconds, for example 600;w=60.'),
    Location: text('Where to get the result.', { format: 'uri' }),
    RetryAfter: whole('Seconds to wait before you retry.'),
    PreferenceApplied: text(
      'Present if the response was held, with the longest it could have been: wait=20.',
    ),
    WwwAuthenticate: text('Where to read how to get a credential (RFC 9728).'),
    IdempotencyReplayed: text('true if this is the stored response of an earlier call.', { enum: ['true'] }),
  },
  securitySchemes: (url: string) => ({
    agent_api_key: {
      type: 'http',
      scheme: 'bearer',
      description: 'The operator key: Authorization: Bearer <OPERATOR_KEY>.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'An access token an operator granted to a client or an agent.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${url}${PATHS.authorize}`,
          tokenUrl: `${url}${PATHS.token}`,
          refreshUrl: `${url}${PATHS.token}`,
          scopes: SCOPES,
        },
      },
    },
    intake_access_token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The intake_access_token from the latest response for this application. Each PATCH and POST returns a new one.',
    },
  }),
}

export const headerRef = (name: keyof typeof shared.headers) => ({ $ref: `#/components/headers/${name}` })

export const everyHeader = {
  'X-Request-Id': headerRef('XRequestId'),
  'Service-API-Version': headerRef('ServiceApiVersion'),
  'X-Skill-Version': headerRef('XSkillVersion'),
}

export const budgetHeaderSchemas = {
  'RateLimit-Limit': headerRef('RateLimitLimit'),
  'RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'RateLimit-Reset': headerRef('RateLimitReset'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

const codesOf = (status: number): string =>
  Object.entries(catalog)
    .filter(([, [candidate]]) => candidate === status)
    .map(([code]) => code)
    .join(', ')

type Named = { $id?: string }

/** What a field means wherever its own schema does not say. */
const commonFields: Readonly<Record<string, string>> = words

const EVERYWHERE = [413, 415, 500, 503]

export class Components {
  readonly #schemas: Record<string, unknown> = {}
  readonly #failures = new Map<string, object>()
  readonly #examples: Examples['failures'] | null

  constructor(examples: Examples['failures'] | null) {
    this.#examples = examples
  }

  /** Those that every operation can answer stand under default where the document is brief. */
  failures(statuses: readonly number[], { isLimited }: { isLimited: boolean }): Record<string, object> {
    const isOwn = (status: number): boolean => this.#examples !== null || !EVERYWHERE.includes(status)
    const others = statuses.filter(status => !isOwn(status))
    return {
      ...Object.fromEntries(
        statuses.filter(isOwn).map(status => [status, this.#failure(`${status}`, [status], isLimited)]),
      ),
      ...(others.length > 0 && { default: this.#failure('Else', EVERYWHERE, isLimited) }),
    }
  }

  #failure(name: string, statuses: readonly number[], isLimited: boolean): object {
    const has = (...some: number[]): boolean => some.some(status => statuses.includes(status))
    const component = `Failure${name}${isLimited ? '' : 'Unlimited'}`
    const examples = this.#examples?.[name] ?? {}
    this.#failures.set(component, {
      description: statuses.map(codesOf).join(', '),
      headers: {
        ...everyHeader,
        ...(isLimited && budgetHeaderSchemas),
        ...(has(409, 429, 503) && { 'Retry-After': headerRef('RetryAfter') }),
        ...(has(401, 403) && { 'WWW-Authenticate': headerRef('WwwAuthenticate') }),
      },
      content: {
        'application/json': {
          schema: this.reference(ErrorResponse),
          ...(this.#examples && { examples }),
        },
        'application/problem+json': { schema: this.reference(ProblemResponse) },
      },
    })
    return { $ref: `#/components/responses/${component}` }
  }

  reference(schema: TSchema | object): unknown {
    const { $id } = schema as Named
    if ($id === undefined) return this.inline(schema)
    if (!($id in this.#schemas)) {
      this.#schemas[$id] = null
      this.#schemas[$id] = this.inline(schema)
    }
    return { $ref: `#/components/schemas/${$id}` }
  }

  inline(schema: TSchema | object): unknown {
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key]) => key !== '$id' && !key.startsWith('~'))
        .map(([key, value]) => [
          key,
          key === 'properties' && isObject(value) ? this.#properties(value) : this.#part(value),
        ]),
    )
  }

  #properties(properties: Record<string, unknown>): object {
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const part = this.#part(schema)
        const isSaid = !isObject(schema) || 'description' in schema || !(name in commonFields)
        return [name, isSaid || !isObject(part) ? part : { ...part, description: commonFields[name] }]
      }),
    )
  }

  #part(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.#part(item))
    if (value === null || typeof value !== 'object') return value
    return this.reference(value)
  }

  used({ paths, parameters }: SharedParameters, url: string): object {
    const responses = Object.fromEntries([...this.#failures].sort(([a], [b]) => (a < b ? -1 : 1)))
    const written = JSON.stringify([paths, responses])
    const named = (part: 'parameters' | 'headers') =>
      Object.fromEntries(
        Object.entries(shared[part]).filter(([name]) => written.includes(`#/components/${part}/${name}"`)),
      )
    const schemes = Object.entries(shared.securitySchemes(url)).filter(([name]) =>
      written.includes(`"${name}"`),
    )
    const schemas = Object.entries(shareSchemas(this.#schemas))
    const sorted = Object.fromEntries(schemas.sort(([a], [b]) => (a < b ? -1 : 1)))
    return {
      schemas: sorted,
      responses,
      parameters: { ...named('parameters'), ...parameters },
      headers: named('headers'),
      securitySchemes: Object.fromEntries(schemes),
    }
  }
}
