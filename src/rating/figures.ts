import { readFileSync } from 'node:fs'
import { projectFile } from '../lib/project-file.ts'

export const readData = (name: string): string => readFileSync(projectFile(`data/${name}`), 'utf8')

export type Row = { text(column: string): string; number(column: string): number }

/** The rows of a comma-separated table. Lines that start with `#` tell its source and credit. */
export const readTable = (name: string): Row[] => {
  const [header = '', ...lines] = readData(name)
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
  const columns = new Map(header.split(',').map((column, at) => [column, at]))
  return lines.map(line => {
    const cells = line.split(',')
    const text = (column: string): string => {
      const cell = cells[columns.get(column) ?? -1]
      if (cell === undefined) throw new Error(`data/${name} has no ${column} in: ${line}`)
      return cell
    }
    return { text, number: column => Number(text(column)) }
  })
}
