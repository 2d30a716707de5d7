import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Env } from '../../../platform/config/env.ts'
import { errorCode } from '../../../platform/lib/error-code.ts'
import { refuse } from './refusal.ts'

export type SavedCredential = { key: string; email?: string }
type Credentials = Record<string, SavedCredential>

export const credentialsFile = ({ XDG_CONFIG_HOME, HOME }: Env): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'bindery', 'credentials.json')

export const readCredentials = async (file: string): Promise<Credentials> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Credentials
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    if (error instanceof SyntaxError) refuse(`${file} is not JSON. Delete it, then log in again.`)
    throw error
  }
}

// A new file that replaces the old one has the right mode from its first byte, whatever mode the old one had.
const writeCredentials = async (file: string, credentials: Credentials): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

export const storeCredential = async (
  file: string,
  url: string,
  credential: SavedCredential,
): Promise<void> => writeCredentials(file, { ...(await readCredentials(file)), [url]: credential })

export const removeCredential = async (file: string, url: string): Promise<boolean> => {
  const { [url]: removed, ...kept } = await readCredentials(file)
  if (removed) await writeCredentials(file, kept)
  return removed !== undefined
}
