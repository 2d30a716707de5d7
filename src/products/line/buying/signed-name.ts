/** Phones and word processors type other apostrophes and hyphens than keyboards do. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[’‘ʼʻʹ´`′＇]/gu, "'")
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .split(/\s+/)
    .join(' ')

const letters = new Intl.Collator('en-US', { sensitivity: 'base' })

/** More than a name and its marks. Comparing tens of thousands of marks takes seconds, and they would not count. */
const LONGEST = 1000

export const isSameName = (signed: string, known: string): boolean =>
  signed.length <= LONGEST && letters.compare(plainName(signed), plainName(known)) === 0
