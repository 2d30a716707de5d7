import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carrierContract } from '../src/carriers/openapi/carrier-contract.ts'
import { contractYaml } from '../src/discovery/contract-yaml.ts'
import { EXAMPLE_URL } from '../src/discovery/openapi/examples.ts'
import { openApiDocument } from '../src/discovery/openapi.ts'
import type { Surface } from '../src/http/operation.ts'
import { documents } from '../src/page-table.ts'
import { endpoints, rows } from '../src/routes.ts'

/**
 * Writes the published contract into contract/ and the client's types made from it, or with --diff says where the
 * committed files differ from the code.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const described = { rows, documents: documents({ production: true }, () => 'running'), endpoints }

const contract = (surface: Surface): string => contractYaml(openApiDocument(described, surface, EXAMPLE_URL))

const clientTypes = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-contract-'))
  try {
    writeFileSync(join(folder, 'full.yaml'), text)
    const generator = join(root, 'client/node_modules/.bin/openapi-typescript')
    const out = join(folder, 'schema.ts')
    // A field with a default may be left out.
    const options = ['-o', out, '--default-non-nullable', 'false']
    execFileSync(generator, [join(folder, 'full.yaml'), ...options], { stdio: 'pipe' })
    return readFileSync(out, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const full = contract('full')
const generated: [file: string, text: string][] = [
  ['contract/operator.yaml', contract('operator')],
  ['contract/consumer.yaml', contract('consumer')],
  ['contract/full.yaml', full],
  ['contract/carrier.yaml', contractYaml(carrierContract())],
  ['client/src/schema.ts', clientTypes(full)],
]

const read = (file: string): string => {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return ''
  }
}

const stale = generated.filter(([file, text]) => read(file) !== text)
const names = stale.map(([file]) => file).join(', ')

if (process.argv.includes('--diff') && stale.length > 0) {
  console.error(`${names}: not what the code says. Run "npm run contract" and commit.`)
  process.exit(1)
}
mkdirSync(join(root, 'contract'), { recursive: true })
for (const [file, text] of stale) writeFileSync(join(root, file), text)
console.log(stale.length > 0 ? `wrote ${names}` : 'the committed contract is the one in the code')
