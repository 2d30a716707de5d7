import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../src/', import.meta.url))

/** Every source file of the service, without tests. */
export const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => join(root, name))

export const textOf = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))

const importsIn = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    resolve(dirname(file), String(target)),
  )

/** What each file imports, type imports included. */
export const graph = new Map([...textOf].map(([file, text]) => [file, importsIn(file, text)]))

/** The path from `src`, or `client`. */
export const short = (file: string): string => relative(root, file).replace(/^\.\.\/client\/.*/, 'client')
