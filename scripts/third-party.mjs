import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import lock from '../package-lock.json' with { type: 'json' }
import { external } from './build.mjs'

// "node scripts/third-party.mjs" writes beside the build what it is made of, for those who install it, and
// "node scripts/third-party.mjs FOLDER" copies there the few packages that the bundle reads from node_modules. Those
// that are optional stay out: they are the embedded PostgreSQL, and a container has a server of its own.

const OUTPUT_FOLDER = 'dist/bin'

const installed = Object.entries(lock.packages).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && existsSync(path),
)

const about = async ([path, { version, license = 'see its package' }]) => {
  const names = (await readdir(path)).filter(name => /^(licen[cs]e|notice|copying)/i.test(name))
  const texts = await Promise.all(names.map(name => readFile(join(path, name), 'utf8')))
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return [`${name} ${version}`, `License: ${license}`, '', ...texts.map(text => text.trim()), ''].join('\n')
}

const SBOM = 'sbom --sbom-format cyclonedx --sbom-type application --omit dev --workspaces=false'

const describe = async () => {
  const texts = await Promise.all(installed.map(about))
  await writeFile(`${OUTPUT_FOLDER}/THIRD-PARTY-LICENSES`, texts.join(`${'-'.repeat(72)}\n\n`))
  await writeFile(
    `${OUTPUT_FOLDER}/sbom.json`,
    execFileSync('npm', SBOM.split(' '), { maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] }),
  )
}

/** As Node looks for it: in the package's own node_modules, then further up. */
const pathOf = (name, from) => {
  const own = join(from, 'node_modules', name)
  if (Object.hasOwn(lock.packages, own)) return existsSync(own) ? own : null
  return from === '.' ? null : pathOf(name, dirname(from))
}

const copyNeeded = async (target, names, from = '.') => {
  for (const name of names) {
    const path = pathOf(name, from)
    if (path === null || lock.packages[path].optional || existsSync(join(target, path))) continue
    await cp(path, join(target, path), { recursive: true })
    await copyNeeded(target, Object.keys(lock.packages[path].dependencies ?? {}), path)
  }
}

const [target] = process.argv.slice(2)
if (target) await copyNeeded(target, external)
else await describe()
