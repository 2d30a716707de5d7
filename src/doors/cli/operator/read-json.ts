import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { errorCode } from '../../../platform/lib/error-code.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { refuse } from './refusal.ts'

export type JsonObject = Record<string, unknown>

const contentsOf = async (file: string): Promise<string> => {
  if (file === '-') return text(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    return refuse(`${file} can't be read (${errorCode(error)}). Check the path.`)
  }
}

const parse = (file: string, contents: string): unknown => {
  try {
    return JSON.parse(contents)
  } catch (error) {
    return refuse(`${file} is not JSON: ${(error as Error).message}`)
  }
}

export const readJson = async (file: string): Promise<JsonObject> => {
  const value = parse(file, await contentsOf(file))
  return isObject(value)
    ? value
    : refuse(`${file} must hold a JSON object, such as {"intake": {"full_name": "Ada Park"}}.`)
}
