import { type LineName, lineNames } from '../src/platform/lines.ts'

/** The tables that all others are keyed by. */
const TABLES = ['platform/lines.ts', 'products/lines.ts', 'products/portals.ts']

/** They tell how lines are bought, with the words and examples of each. */
const TELLING = [
  'doors/discovery/guides/client-guide.ts',
  'doors/discovery/guides/consumer-guide.ts',
  'doors/discovery/skills/consumer-skill.ts',
]

/** A line's own files bear its name, as `umbrella/…` or `umbrella-…`. */
const isOwn = (path: string, line: LineName): boolean => new RegExp(`(^|/)${line}[-/.]`).test(path)

/** A calculator may have the name of a line, and is not it. */
const names = (text: string, line: LineName): boolean =>
  new RegExp(`(?<!calculator(?:: | [!=]== ))'${line}'(?! [!=]== \\w*\\.?calculator)`).test(text)

/** What a file of `src` says of a line that it does not belong to. */
export const strayNames = (path: string, text: string): string[] =>
  TABLES.includes(path)
    ? []
    : lineNames
        .filter(line => !isOwn(path, line))
        .flatMap(line => [
          ...(!path.startsWith('products/calculators/') && names(text, line)
            ? [`${path} names ${line}: ask the entry of the line in products/lines.ts`]
            : []),
          ...(!TELLING.includes(path) && new RegExp(`'[^']*products/${line}/`).test(text)
            ? [`${path} imports products/${line}: only products/lines.ts and the line's own files may`]
            : []),
        ])
