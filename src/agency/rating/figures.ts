import { readFileSync } from 'node:fs'
import { projectFile } from '../../platform/project-file.ts'

export const readData = (name: string): string => readFileSync(projectFile(`data/${name}`), 'utf8')

export type FigureRow = {
  text(column: string): string
  number(column: string): number
  /** Undefined for an empty cell, because an unpublished figure is not a zero. */
  published(column: string): number | undefined
}

export const readTable = (name: string): FigureRow[] => {
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
    const published = (column: string): number | undefined => {
      const cell = text(column)
      if (cell === '') return undefined
      const value = Number(cell)
      if (Number.isNaN(value)) throw new Error(`data/${name} has no number for ${column} in: ${line}`)
      return value
    }
    const number = (column: string): number => {
      const value = published(column)
      if (value === undefined) throw new Error(`data/${name} has an empty ${column} in: ${line}`)
      return value
    }
    return { text, number, published }
  })
}
