const ONE_YEAR_SECONDS = 31_536_000

export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`,
  }),
})

type ScriptSource = `nonce-${string}` | `sha256-${string}`

export const pageHeaders = (
  script: ScriptSource,
  formAction: readonly string[],
  framesOwn = false,
): Record<string, string> => ({
  'content-security-policy': `${pagePolicy(script, formAction)}${framesOwn ? "; frame-src 'self'" : ''}`,
  // Not no-referrer: with it, a browser sends a form without its origin.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

const SOURCE = /^[a-z][a-z\d+.-]*:(?:\/\/[\w.-]+(?::\d+)?|\/\/\[[\da-f:]+\](?::\d+)?)?$/i

const pagePolicy = (script: ScriptSource, formAction: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `script-src '${script}' 'strict-dynamic'`,
    ["form-action 'self'", ...formAction.filter(source => SOURCE.test(source))].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
