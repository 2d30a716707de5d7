import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../support/people/client.ts'
import { startProcess } from '../../support/servers/process.ts'
import { builtFile } from '../../support/servers/shared-server.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const MEGABYTE = 1_000_000

type Packed = {
  filename: string
  size: number
  unpackedSize: number
  files: { path: string; size: number }[]
}

const pack = async (folder: string): Promise<Packed> => {
  await builtFile('main.js')
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const printed = JSON.parse(execFileSync('npm', args, { cwd: checkout, encoding: 'utf8', stdio: 'pipe' }))
  // npm 12 answers with an object by package name, older ones with a list.
  return Object.values<Packed>(printed)[0] as Packed
}

test('the package stays small, holds no source or test, and serves from an empty folder on its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { filename, size, unpackedSize, files } = await pack(folder)
  expect(size).toBeLessThan(5.4 * MEGABYTE)
  expect(unpackedSize).toBeLessThan(20 * MEGABYTE)
  const parts = files.filter(({ path }) => path.endsWith('.js') && path.startsWith('dist/bin/'))
  expect(Math.max(...parts.map(part => part.size))).toBeLessThan(1.5 * MEGABYTE)
  const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.split('/')[0] : path)))
  expect([...folders].sort()).toEqual(
    [
      '.env.example',
      'README.md',
      'data',
      'dist',
      'docs',
      'migrations',
      'package.json',
      'vendor',
      'web',
    ].sort(),
  )
  expect(files.filter(({ path }) => /\.ts$|\.test\./.test(path))).toEqual([])
  execFileSync('tar', ['xzf', filename], { cwd: folder })
  const service = await startProcess({ main: join(folder, 'package/dist/bin/main.js') })
  const page = await call(`${service.url}/docs/api/umbrella-draft`)
  const style = /\/assets\/[0-9a-f]+\/reference\.css/.exec(page.text)?.[0]
  expect((await call(service.url + style)).status).toBe(200)
  expect(await service.stop()).toBe(0)
})

test('the package says what it is made of, with the license of each part', async () => {
  await builtFile('main.js')
  execFileSync('node', ['scripts/third-party.mjs'], { cwd: checkout, stdio: 'pipe' })
  const read = (name: string) => readFileSync(join(checkout, 'dist/bin', name), 'utf8')
  const { components } = JSON.parse(read('sbom.json')) as { components: { name: string }[] }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'oidc-provider', 'fontkit']))
  expect(names).not.toContain('vitest')
  expect(read('THIRD-PARTY-LICENSES')).toMatch(/\nfastify \S+\nLicense: MIT\n\nMIT License/)
})

test('the changelog and the chart name the version of the package', () => {
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(read('CHANGELOG.md')).toContain(`\n## ${version} `)
  for (const name of ['version', 'appVersion'])
    expect(read('deploy/helm/bindery/Chart.yaml')).toContain(`\n${name}: ${version}\n`)
})

test('V8 can keep the program with one byte per character', async () => {
  const main = await builtFile('main.js')
  for (const name of readdirSync(dirname(main)).filter(one => one.endsWith('.js')))
    expect([...readFileSync(join(dirname(main), name), 'utf8').matchAll(/\P{ASCII}+/gu)].flat()).toEqual([])
})

test('the image gets every file that the Dockerfile copies', () => {
  const linesOf = (file: string) => readFileSync(join(checkout, file), 'utf8').split('\n')
  const kept = linesOf('.dockerignore').flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []))
  const copied = linesOf('Dockerfile')
    .filter(line => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap(line => line.split(' ').slice(1, -1))
  expect(copied).toContain('tsconfig.json')
  expect(copied.filter(path => !kept.some(one => path === one || path.startsWith(`${one}/`)))).toEqual([])
})
