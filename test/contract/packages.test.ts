import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

type Lock = { packages: Record<string, { version?: string; resolved?: string; link?: true }> }

const locked = (path: string): [string, Lock['packages'][string]][] =>
  Object.entries((JSON.parse(read(path)) as Lock).packages)

test.each(['package-lock.json', 'tools/package-lock.json'])('%s holds no download addresses', path => {
  const packages = locked(path)
  expect(packages.length).toBeGreaterThan(200)
  expect(packages.filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([])
})

test('what CONTRIBUTING.md says is held back is at the version that is installed', () => {
  const [, table = ''] = read('CONTRIBUTING.md').split('| Held back | At | Because |\n|---|---|---|\n')
  const rows = [...String(table.split('\n\n')[0]).matchAll(/^\| (\S+)(?: \(in `(.+)\/`\))? \| (\S+) \|/gm)]
  expect(rows.length).toBeGreaterThan(5)
  const versions = new Map(locked('package-lock.json').map(([path, { version }]) => [path, version]))
  for (const [, name, folder, version] of rows)
    expect(versions.get(`${folder ? `${folder}/` : ''}node_modules/${name}`), name).toBe(version)
})
