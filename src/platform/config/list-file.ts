import { readFileSync } from 'node:fs'
import { errorCode } from '../lib/error-code.ts'

export type Stop = (sentence: string) => never

// A parser's message quotes the file, which can hold secrets.
const parsed = (setting: string, text: string, stop: Stop): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return stop(`${setting} is not valid JSON.`)
  }
}

export const readText = (setting: string, path: string, stop: Stop): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return stop(`${setting} ${path} cannot be read (${errorCode(error)}).`)
  }
}

export const readList = (setting: string, path: string, stop: Stop): unknown[] => {
  const entries = parsed(setting, readText(setting, path, stop), stop)
  return Array.isArray(entries) ? entries : stop(`${setting} must name a file that holds a list.`)
}

export const isText = (value: unknown): value is string => typeof value === 'string'
