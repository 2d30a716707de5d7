import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a draft and links it into place, so two services that start at once read the same complete file. */
export const ownSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret.key')
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}
