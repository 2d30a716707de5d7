import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { clientExample } from '../../../src/doors/discovery/guides/client-guide.ts'
import { callTexts } from '../../../src/doors/discovery/reference/calls.ts'
import { readReference } from '../../../src/doors/discovery/reference/operations.ts'
import { documents } from '../../../src/page-table.ts'
import { endpoints, mcpServers, rows } from '../../../src/routes.ts'
import { blocksOf, PRINTED_URL } from '../../support/contract/code-blocks.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'
import { builtFile } from '../../support/servers/shared-server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What many projects set beside `strict`. */
const STRICTER = ['--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']

const client = await builtFile('client.tgz')

const folderForThisTest = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'client-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The TypeScript examples of the reference, one file each. */
const referenceExamples = (url: string): { name: string; code: string }[] => {
  const described = { rows, documents: documents({ production: true }, () => 'running'), endpoints }
  return readReference(described, mcpServers, url)
    .groups.flatMap(({ operations }) => operations)
    .flatMap(operation =>
      operation.examples.flatMap(example =>
        callTexts(operation, example, url)
          .filter(({ language }) => language === 'TypeScript')
          .map(({ code }) => ({ name: `${operation.slug}-${example.name}.ts`, code })),
      ),
    )
}

test('the service hands out its client, and the examples compile against it as printed; the guide’s ends with a bound policy', async () => {
  const service = await serviceForThisTest()
  const packed = await fetch(`${service.url}/client.tgz`)
  expect(packed.headers.get('content-type')).toBe('application/gzip')
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(bytes.equals(readFileSync(client))).toBe(true)
  expect((await call(`${service.url}/docs/client`)).text).toContain(`npm install ${service.url}/client.tgz`)

  const folder = folderForThisTest(tmpdir())
  execFileSync('mkdir', ['-p', 'node_modules/@bindery/client'], { cwd: folder })
  execFileSync('tar', ['xz', '--strip-components=1', '-C', 'node_modules/@bindery/client'], {
    cwd: folder,
    input: bytes,
  })
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types'])
    execFileSync('ln', ['-s', join(root, 'node_modules', name), join('node_modules', name)], { cwd: folder })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'example.ts'), clientExample(service.url))
  const examples = referenceExamples(service.url)
  expect(examples.length).toBeGreaterThan(40)
  for (const { name, code } of examples) writeFileSync(join(folder, name), code)
  const names = ['example.ts', ...examples.map(({ name }) => name)]
  const options = ['--strict', ...STRICTER, '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, '--skipLibCheck', ...names], {
    cwd: folder,
    encoding: 'utf8',
  })
  const OPERATOR_KEY = await getKey(service.url, newEmail())
  const printed = await promisify(execFile)(process.execPath, ['example.js'], {
    cwd: folder,
    env: { ...process.env, OPERATOR_KEY },
  })
  expect(printed.stdout).toMatch(/^bound \{[\s\S]*policy_number/m)
})

test('the README shows the same example', () => {
  const [shown] = blocksOf('client/README.md', 'Example', 'ts')
  expect(shown?.trim()).toBe(clientExample(PRINTED_URL).trim())
})

test('the package holds what it exports and nothing else', () => {
  const names = execFileSync('tar', ['tzf', client], { encoding: 'utf8' })
  expect(names).toContain('package/dist/client.js')
  expect(names).toContain('package/dist/client.d.ts')
  expect(names).toContain('package/dist/wait-for-quotes.js')
  expect(names).toContain('package/dist/wait-for-policy.js')
  expect(names).not.toMatch(/\.test\.|\/src\//)
})
