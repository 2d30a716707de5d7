import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { openApiDocument } from '../src/discovery/openapi.ts'
import type { Surface } from '../src/http/operation.ts'
import { documents, rows } from '../src/routes.ts'

/** Writes the published contract into contract/, or with --diff says where the committed files differ from the code. */
const folder = new URL('../contract/', import.meta.url)
const described = { rows, documents: documents({ production: true }, () => false) }

const written = (surface: Surface): string =>
  stringify(openApiDocument(described, surface, 'https://bindery.example'), { aliasDuplicateObjects: false })

const read = (file: URL): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const surfaces: Surface[] = ['operator', 'consumer', 'full']
const diff = process.argv.includes('--diff')
const stale = surfaces.filter(surface => {
  const file = new URL(`${surface}.yaml`, folder)
  const text = written(surface)
  if (read(file) === text) return false
  if (!diff) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, text)
  }
  return true
})

if (diff && stale.length > 0) {
  console.error(
    `contract/${stale.join('.yaml, contract/')}.yaml differ from the code: run "npm run contract" and commit.`,
  )
  process.exit(1)
}
console.log(stale.length > 0 ? `wrote ${stale.join(', ')}` : 'the committed contract is the one in the code')
