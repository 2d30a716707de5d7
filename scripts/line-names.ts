import { type LineName, lineNames } from '../src/platform/lines.ts'

/** Rooms of the doors that are one line's own pages, and of the agency that are one line's carriers. */
const OWN: Readonly<Record<LineName, readonly string[]>> = {
  homeowners: [
    'agency/carriers/demo/homeowners/',
    'agency/carriers/homeowners/',
    'doors/dashboard/homeowners/',
    'doors/portal/homeowner/',
    'products/homeowners/',
  ],
  umbrella: [
    'agency/carriers/demo/umbrella/',
    'agency/carriers/umbrella/',
    'doors/dashboard/umbrella/',
    'doors/portal/umbrella/',
    'products/umbrella/',
  ],
}

/** Where a line is declared, and where calculators are, of which one has a line's name. */
const DECLARES = ['platform/lines.ts', 'products/lines.ts']
const CALCULATORS = 'products/calculators/'

const isOwn = (path: string, line: LineName): boolean => OWN[line].some(folder => path.startsWith(folder))

/** A file outside a line that names it, or imports what is its own. A calculator may have a line's name. */
export const strayNames = (path: string, text: string): string[] => {
  if (DECLARES.includes(path)) return []
  return lineNames
    .filter(line => !isOwn(path, line))
    .flatMap(line => [
      ...(!path.startsWith(CALCULATORS) && namesIn(text, line)
        ? [`${path} names ${line}: ask the line's entry in products/lines.ts`]
        : []),
      ...(new RegExp(`from '[^']*products/${line}/`).test(text)
        ? [`${path} imports products/${line}: only the line and its own pages may`]
        : []),
    ])
}

const namesIn = (text: string, line: LineName): boolean =>
  new RegExp(`(?<!calculator(?:: | [!=]== ))'${line}'(?! [!=]== calculator)`, 'i').test(text)
