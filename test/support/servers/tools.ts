import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { lazily } from '../../../src/platform/lib/lazily.ts'

const folder = fileURLToPath(new URL('../../../tools/', import.meta.url))

/** The packages of `tools`, which are installed when first needed. */
export const toolsFolder = lazily(async (): Promise<string> => {
  const modules = `${folder}node_modules/`
  if (!existsSync(`${modules}.package-lock.json`)) await promisify(execFile)('npm', ['ci'], { cwd: folder })
  return modules
})
