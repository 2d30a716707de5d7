import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const changedAt = async path => (await stat(path).catch(() => null))?.mtimeMs ?? 0

/** The service hands out its own client, so a developer who has only its URL can install it. */
export const packClient = async tarball => {
  const sources = (await readdir('client/src')).map(name => `client/src/${name}`)
  const newest = Math.max(
    ...(await Promise.all([...sources, 'client/package.json', 'client/README.md'].map(changedAt))),
  )
  if ((await changedAt(tarball)) > newest) return
  const folder = await mkdtemp(join(tmpdir(), 'bindery-client-'))
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'client', stdio: 'pipe' })
    const [name] = await readdir(folder)
    await mkdir(dirname(tarball), { recursive: true })
    const draft = `${tarball}.${process.pid}`
    await copyFile(join(folder, name), draft)
    await rename(draft, tarball)
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await packClient('dist/bin/client.tgz')
