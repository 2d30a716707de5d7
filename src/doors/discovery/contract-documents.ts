import type { App } from '../../platform/app.ts'
import type { Budget } from '../../platform/http/budgets/budget.ts'
import type { Surface } from '../../platform/http/operation.ts'
import type { Document, DocumentRow } from '../../platform/http/pages/document.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { capitalized } from '../../platform/lib/name-words.ts'
import { contractYaml } from './contract-yaml.ts'
import { type DescribedService, openApiDocument } from './openapi.ts'

const places: { path: string; surface: Surface }[] = [
  { path: '/api/agent/openapi', surface: 'operator' },
  { path: '/api/consumer/openapi', surface: 'consumer' },
  { path: '/openapi', surface: 'full' },
]

const formats = {
  yaml: {
    type: 'application/yaml; charset=utf-8',
    write: contractYaml,
  },
  json: { type: 'application/json; charset=utf-8', write: (value: object) => JSON.stringify(value) },
}

const contractReads: Budget = { name: 'contracts', points: 120, seconds: 60, by: 'address', leased: true }

export const contractDocuments = (describe: () => DescribedService): DocumentRow<App>[] =>
  places.flatMap(({ path, surface }) =>
    keysOf(formats).map(format => {
      const { type, write } = formats[format]
      const written = new Map<string, Document>()
      return {
        path: `${path}.${format}`,
        page: false,
        budget: contractReads,
        contract: {
          surface: 'full' as const,
          id: `get${capitalized(surface)}Contract${format === 'yaml' ? 'Yaml' : 'Json'}`,
          summary: `The ${surface} contract as OpenAPI 3.1, in ${format.toUpperCase()}.`,
          tag: 'discovery',
          types: [type.split(';')[0] as string],
        },
        respond: ({ config: { publicUrl } }: App) => {
          const known = written.get(publicUrl)
          if (known) return known
          const made = {
            type,
            body: write(openApiDocument({ ...describe(), brief: true }, surface, publicUrl)),
          }
          written.set(publicUrl, made)
          return made
        },
      }
    }),
  )
