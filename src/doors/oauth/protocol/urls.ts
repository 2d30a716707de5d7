import type { Config } from '../../../platform/config.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts'

export const PATHS = {
  authorize: '/oauth2/authorize',
  token: '/oauth2/token',
  revoke: '/oauth2/revoke',
  register: '/oauth2/register',
  interaction: '/oauth2/interaction',
  jwks: '/.well-known/jwks.json',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
  identity: '/agent/identity',
  identityClaim: '/agent/identity/claim',
  auth: '/agent/auth',
  authClaim: '/agent/auth/claim',
  authRevoke: '/agent/auth/revoke',
  claimPage: '/agent/claim',
  authMd: '/auth.md',
} as const

export const GRANT_TYPES = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  jwtBearer: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  claim: 'urn:workos:agent-auth:grant-type:claim',
} as const

export const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'

export const AGENT_CLIENT_ID = 'agent'

export const LIFETIMES = {
  signIn: 30 * MINUTE,
  code: 60 * SECOND,
  refreshToken: 30 * DAY,
  grant: 365 * DAY,
  claim: 15 * MINUTE,
  assertion: HOUR,
} as const

export const POLL_SECONDS = 5

export const MCP_PATH = '/api/agent/mcp'

const resourcesOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string[] => [
  publicUrl,
  `${publicUrl}/api/agent`,
  `${publicUrl}${MCP_PATH}`,
]

const bare = (resource: string): string => resource.replace(/\/$/, '')

export const unknownResource = (config: Pick<Config, 'publicUrl'>): string =>
  `unknown resource; use ${resourcesOf(config).join(' or ')}`

export const isResource = (config: Pick<Config, 'publicUrl'>, resource: string): boolean =>
  resourcesOf(config).includes(bare(resource))

const NAMED = new Map([
  [365 * DAY, 'a year'],
  [HOUR, 'an hour'],
])
const UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
] as const

/** Uses the largest unit that gives a whole number above one, so it never says "1 minutes". */
export const lifetimeText = (milliseconds: number): string => {
  const [name, unit] = UNITS.find(([, size]) => milliseconds > size && milliseconds % size === 0) ?? [
    'seconds',
    SECOND,
  ]
  return NAMED.get(milliseconds) ?? `${milliseconds / unit} ${name}`
}
