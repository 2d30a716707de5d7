import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { clientErrorExample, clientExample } from '../../src/discovery/guides/client-guide.ts'
import { call } from '../support/client.ts'
import { serviceForThisTest } from '../support/service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const packClient = () => execFileSync(process.execPath, ['scripts/pack-client.mjs'], { cwd: root })

const folderForThisTest = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'client-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the service hands out its client, and the examples compile against it as printed', async () => {
  packClient()
  const service = await serviceForThisTest({ work: false })
  const packed = await fetch(`${service.url}/client.tgz`)
  expect(packed.headers.get('content-type')).toBe('application/gzip')
  const bytes = Buffer.from(await packed.arrayBuffer())
  expect(bytes.equals(readFileSync(join(root, 'dist/bin/client.tgz')))).toBe(true)
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
  writeFileSync(join(folder, 'example.ts'), clientExample(service.url) + clientErrorExample)
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  execFileSync(join(root, 'client/node_modules/.bin/tsc'), [...options, '--skipLibCheck', 'example.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
}, 120_000)

test('the package holds what it exports and nothing else', () => {
  packClient()
  const names = execFileSync('tar', ['tzf', join(root, 'dist/bin/client.tgz')], { encoding: 'utf8' })
  expect(names).toContain('package/dist/client.js')
  expect(names).toContain('package/dist/client.d.ts')
  expect(names).toContain('package/dist/wait-for-quotes.js')
  expect(names).not.toMatch(/\.test\.|\/src\//)
}, 120_000)
