import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { readMapping } from '../../agency/book/entries.ts'
import { readBookCsv } from '../../agency/book/read-csv.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { Failure } from '../../platform/errors.ts'
import { countWords, importBook } from '../../products/import-book.ts'
import { type Given, textOf } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withDatabase } from './with-app.ts'

const USAGE = 'Usage: bindery book import FILE [--dry-run] [--mapping FILE]'

const unreadable =
  (path: string) =>
  (error: { code?: string }): never => {
    throw new ConfigError(`${path} cannot be read (${error.code ?? 'no code'}).`)
  }

const mappingIn = async (path: string | undefined): Promise<Record<string, string>> => {
  if (path === undefined) return {}
  const mapping = readMapping(await readFile(path, 'utf8').catch(unreadable(path)))
  if (typeof mapping === 'string') throw new ConfigError(`${path}: ${mapping}`)
  return mapping
}

const numbered = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]

export const book = async (config: Config, { args: [act, path = ''], values }: Given): Promise<number> => {
  if (act !== 'import') misuse(USAGE)
  const mapping = await mappingIn(textOf(values, 'mapping'))
  const isDry = values['dry-run'] === true
  if (!(await stat(path).catch(unreadable(path))).isFile()) throw new ConfigError(`${path} is not a file.`)
  return withDatabase(config, async ({ app }) => {
    const notes: string[] = []
    const counts = await importBook(app, {
      file: basename(path),
      actor: 'service',
      isDry,
      records: readBookCsv(createReadStream(path), mapping),
      onLine: ({ at, words, isRefused }) => {
        if (isRefused) console.log(`${at}: ${words}`)
        else notes.push(`  ${at}: ${words}.`)
      },
    }).catch(error => {
      throw error instanceof Failure ? new ConfigError(`${path}: ${error.message}`) : error
    })
    console.log(countWords(counts))
    for (const words of [
      ...numbered(counts.history, 'is', 'are').map(
        text =>
          `Of these, ${text} kept as history only: we don’t place policies with their insurance company.`,
      ),
      ...numbered(counts.present, 'policy was', 'policies were').map(text => `${text} here already.`),
      ...(notes.length > 0 ? ['Perhaps known already:', ...notes] : []),
      ...(isDry ? ['This was a dry run: nothing was kept.'] : []),
    ])
      console.log(words)
    return 0
  })
}
