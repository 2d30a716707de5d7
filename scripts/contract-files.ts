import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { carrierContract } from '../src/agency/carriers/openapi/carrier-contract.ts'
import { contractYaml } from '../src/doors/discovery/contract-yaml.ts'
import { EXAMPLE_URL } from '../src/doors/discovery/openapi/examples.ts'
import { openApiDocument } from '../src/doors/discovery/openapi.ts'
import { documents } from '../src/page-table.ts'
import type { Surface } from '../src/platform/http/operation.ts'
import { capitalized } from '../src/platform/lib/name-words.ts'
import { projectFile } from '../src/platform/project-file.ts'
import { endpoints, rows } from '../src/routes.ts'

const described = {
  brief: true as const,
  rows,
  documents: documents({ production: true }, () => 'running'),
  endpoints,
}

const contract = (surface: Surface): string => contractYaml(openApiDocument(described, surface, EXAMPLE_URL))

const clientTypes = async (text: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-contract-'))
  try {
    const [from, to] = [join(folder, 'full.yaml'), join(folder, 'schema.ts')]
    await writeFile(from, text)
    const generator = fileURLToPath(projectFile('client/node_modules/.bin/openapi-typescript'))
    // A field with a default may be left out.
    await promisify(execFile)(generator, [from, '-o', to, '--default-non-nullable', 'false'])
    return await readFile(to, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Without the words of its tag: umbrellaDraft is draft, listOperatorKeys is list. */
const nameOf = (id: string, tag: string): string => {
  const words = [tag, tag.replace(/ies$/, 'y'), tag.replace(/s$/, ''), `${tag}s`].map(capitalized).join('|')
  const name = capitalized(id).replace(new RegExp(`(?:Operator)?(?:${words})(?=[A-Z]|$)`), '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** `bindery.umbrella.draft` of the client is the operation umbrellaDraft. */
const clientVerbs = (): string => {
  const tags = [...new Set(rows.map(({ tag }) => tag))].map(tag => {
    const verbs = rows
      .filter(row => row.tag === tag)
      .map(
        ({ operation, method, path }) =>
          `    ${nameOf(operation.id, tag)}: ['${method.toLowerCase()}', '${path}'],`,
      )
    return `  ${tag}: {\n${verbs.join('\n')}\n  },`
  })
  return `/** Made from the contract by "npm run contract". */\nexport const VERBS = {\n${tags.join('\n')}\n} as const\n`
}

/** The published contract and the client's types made from it, as the code has them now. */
export const contractFiles = async (): Promise<Record<string, string>> => {
  const full = contract('full')
  return {
    'contract/operator.yaml': contract('operator'),
    'contract/consumer.yaml': contract('consumer'),
    'contract/full.yaml': full,
    'contract/carrier.yaml': contractYaml(carrierContract()),
    'client/src/schema.ts': await clientTypes(full),
    'client/src/verbs.ts': clientVerbs(),
  }
}
