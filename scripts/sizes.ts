/** Sizes of the source, without tests, beside what we want them to be: `npm run check -- --sizes`. */
import { homeownersLifecycle } from '../src/products/homeowners/application/lifecycle.ts'
import { reviewedLifecycle } from '../src/products/line/reviewed-purchase/application/lifecycle.ts'
import { files, graph, short, textOf } from './imports.ts'

const linesOf = (file: string): number => (textOf.get(file) ?? '').split('\n').length - 1

const importers = new Map<string, string[]>()
for (const [from, targets] of graph)
  for (const to of new Set(targets)) importers.set(to, [...(importers.get(to) ?? []), from])

const chains = new Map<string, number>()
/** Files in the longest chain of imports that begins here. There are no cycles: `check-imports` refuses them. */
const chainFrom = (file: string): number => {
  const known = chains.get(file)
  if (known !== undefined) return known
  const length = 1 + Math.max(0, ...(graph.get(file) ?? []).map(chainFrom))
  chains.set(file, length)
  return length
}

const reachOf = (name: string): number => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of graph.get(file) ?? []) visit(next)
  }
  for (const file of files) if (short(file) === name) visit(file)
  return seen.size
}

const filesWith = (isOne: (text: string) => boolean): number => [...textOf.values()].filter(isOne).length

/** Tables that a type or the lifecycle keeps complete, and kinds of a carrier's answer that have the same names. */
const IS_NO_LIST = /Record<|lifecycle\(|'?price_changed\b/

/** A list of statuses names three of a line's in a row, as values or as keys. The second pattern finds one key a line. */
const listsOf = (statuses: readonly string[]): number => {
  const one = `(?:${statuses.join('|')})`
  const values = new RegExp(`'${one}'(?:\\s*[,|]\\s*'${one}'){2,}`)
  const keys = new RegExp(`(?:^\\s+${one}: [^\\n]*\\n){3,}`, 'm')
  return filesWith(text =>
    text
      .split(/^(?=export |const |type )/m)
      .some(one => !IS_NO_LIST.test(one) && (values.test(one) || keys.test(one))),
  )
}

const measures: readonly (readonly [what: string, is: number, most: number])[] = [
  ['lines', files.reduce((sum, file) => sum + linesOf(file), 0), 101_000],
  ['files', files.length, 1250],
  ['files in the longest import chain', Math.max(...files.map(chainFrom)), 42],
  ['files that homeowners/quotes reaches', reachOf('products/homeowners/quotes.ts'), 330],
  ['files that reviewed-purchase/bind reaches', reachOf('products/line/reviewed-purchase/bind.ts'), 350],
  ['files that name payment_needed', filesWith(text => /(?<!purpose: ')payment_needed/.test(text)), 8],
  [
    'files under 30 lines with one importer',
    files.filter(file => linesOf(file) < 30 && importers.get(file)?.length === 1).length,
    20,
  ],
  ['places that list umbrella statuses', listsOf(reviewedLifecycle.states), 1],
  ['places that list homeowners statuses', listsOf(homeownersLifecycle.states), 1],
  ['private table types', filesWith(text => /^type Tables\b/m.test(text)), 0],
]

const row = (cells: readonly unknown[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(40) : String(cell).padStart(9))).join('')

console.log(row(['', 'is', 'at most']))
for (const [what, is, most] of measures) console.log(row([what, is, most]), is > most ? '  over' : '')
