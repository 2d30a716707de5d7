import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { call } from '../people/client.ts'
import { movedTime } from '../servers/process.ts'

const CURL_CONFIG = '.curlrc'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the documentation says that the service is. */
export const PRINTED_URL = 'http://127.0.0.1:8080'

/** The code blocks of a section of a file in this checkout, as they are printed. */
export const blocksOf = (file: string, title: string, language: string): string[] => {
  const text = readFileSync(join(checkout, file), 'utf8')
  const [, rest = ''] = text.split(`## ${title}\n`)
  const [section = ''] = rest.split('\n## ')
  return [...section.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) =>
    String(code),
  )
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The code blocks of a page, or of one of its sections. */
export const blocksOfPage = async (url: string, heading?: string): Promise<string[]> => {
  const { text } = await call(url, { headers: { accept: 'text/html' } })
  const from = heading === undefined ? text : String(text.split(`<h2 id="${heading}">`)[1]).split('<h2 ')[0]
  return [...String(from).matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    unescaped(String(code)),
  )
}

export const folderForThisTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const ignoredByGit = (names: string[]): string[] =>
  spawnSync('git', ['check-ignore', '--no-index', ...names], { cwd: checkout, encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)

/**
 * Runs it in one shell. Calls to the printed address reach the service on its own port. What it leaves behind is
 * nothing that git or a check would see in a checkout.
 */
export const runInBash = async (
  script: string,
  { folder, port, env = {} }: { folder: string; port: string; env?: Record<string, string> },
): Promise<string> => {
  writeFileSync(join(folder, CURL_CONFIG), `connect-to = "127.0.0.1:8080:127.0.0.1:${port}"\n`)
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...movedTime(), CURL_HOME: folder, ...env },
  })
  const left = readdirSync(folder).filter(name => name !== CURL_CONFIG)
  expect(ignoredByGit(left)).toEqual(left)
  return stdout
}
