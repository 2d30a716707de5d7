export const tableLines = (rows: readonly (readonly string[])[]): string[] => {
  const widths: number[] = []
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return rows.map(cells =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}

const flat = (value: Row, before = ''): [name: string, value: unknown][] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const words = `${before}${name.replaceAll('_', ' ')}`
    return isRow(inner) ? flat(inner, `${words} `) : [[words, inner]]
  })

const listLines = (name: string, rows: readonly Row[]): string[] => {
  const cells = rows.map(row => new Map(flat(row)))
  const heads = [...new Set(cells.flatMap(row => [...row.keys()]))]
  const lines = tableLines([heads, ...cells.map(row => heads.map(head => shown(row.get(head) ?? '')))])
  return [`${name}:`, ...lines.map(line => `  ${line}`)]
}

/** An answer for people: its values in two columns, then its lists, each as a table. */
export const answerLines = (answer: Row): string[] => {
  const isSaid = ([, value]: [string, unknown]): boolean =>
    value !== null && !(Array.isArray(value) && value.length === 0)
  const entries = flat(answer).filter(isSaid)
  const isList = ([, value]: [string, unknown]): boolean => Array.isArray(value) && value.some(isRow)
  return [
    ...tableLines(entries.filter(entry => !isList(entry)).map(([name, value]) => [name, shown(value)])),
    ...entries.filter(isList).flatMap(([name, value]) => listLines(name, (value as unknown[]).filter(isRow))),
  ]
}
