import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { CARRIER_CONTRACT } from '../carrier-contract.ts'

export const API_CATALOG = '/.well-known/api-catalog'

type Api = { path: string; contract: string; guide: string }

const APIS: readonly Api[] = [
  { path: '/api/agent', contract: '/api/agent/openapi.yaml', guide: '/docs/api' },
  { path: '/api/consumer', contract: '/api/consumer/openapi.yaml', guide: '/docs/consumer' },
  { path: '/carriers', contract: CARRIER_CONTRACT, guide: '/docs/carriers' },
]

/** RFC 9727. */
const apiCatalog: DocumentRow<App> = {
  path: API_CATALOG,
  page: false,
  contract: null,
  respond: ({ config: { publicUrl } }) => ({
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: { 'access-control-allow-origin': '*' },
    body: JSON.stringify({
      linkset: APIS.map(({ path, contract, guide }) => ({
        anchor: publicUrl + path,
        'service-desc': [{ href: publicUrl + contract, type: 'application/yaml' }],
        'service-doc': [{ href: publicUrl + guide, type: 'text/html' }],
        status: [{ href: `${publicUrl}/readyz` }],
      })),
    }),
  }),
}

const VALID = 90 * DAY

const NO_PHONE = 'This service has no phone number yet. Set AGENCY_PHONE.'

/** RFC 9116. The agency's phone is the only contact that a service must have in production. */
const securityTxt: DocumentRow<App> = {
  path: '/.well-known/security.txt',
  page: false,
  contract: null,
  respond({ config: { publicUrl, agency }, clock }) {
    const phone = agency.phone ?? fail('not_found', { message: NO_PHONE })
    const lines = [
      `Contact: tel:${phone.replaceAll(/[^\d+]/g, '')}`,
      `Expires: ${later(clock.now(), VALID).toISOString()}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      'Preferred-Languages: en, es',
    ]
    return { type: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
  },
}

export const wellKnown: readonly DocumentRow<App>[] = [apiCatalog, securityTxt]
