import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const MEGABYTE = 1_000_000

/** What `npm pack` would publish, packed and unpacked. */
export const packageMegabytes = async (): Promise<{ packed: number; unpacked: number }> => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])
  const [facts] = JSON.parse(stdout) as { size: number; unpackedSize: number }[]
  return {
    packed: (facts?.size ?? Number.NaN) / MEGABYTE,
    unpacked: (facts?.unpackedSize ?? Number.NaN) / MEGABYTE,
  }
}

/** What `npm ci` complains about in an empty folder. */
export const installWarnings = async (): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  try {
    for (const file of ['package.json', 'package-lock.json', 'client/package.json', '.npmrc'])
      await cp(file, join(folder, file))
    const { stdout, stderr } = await run('npm', ['ci'], { cwd: folder })
    return `${stdout}\n${stderr}`.split('\n').filter(line => line.startsWith('npm warn')).length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A whole test command, which has to pass. */
export const minutesOf = async (...args: string[]): Promise<number> => {
  const begun = performance.now()
  await run('npm', args, { maxBuffer: Number.POSITIVE_INFINITY })
  return (performance.now() - begun) / 60_000
}
