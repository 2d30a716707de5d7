import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOfPdf } from '../support/browser/pdf.ts'
import { blocksOfPage, folderForThisTest } from '../support/contract/code-blocks.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const installed = fileURLToPath(new URL('../../node_modules', import.meta.url))

const run = async (script: string, folder: string): Promise<string> =>
  (await promisify(execFile)('bash', ['--norc', '-eo', 'pipefail', '-c', script], { cwd: folder })).stdout

test('the commands of the quickstart run as printed, and end with a binder', async () => {
  const folder = folderForThisTest()
  const commands = await blocksOfPage(`${service.url}/docs/quickstart`, 'curl')
  const printed = await run([...commands, 'pwd'].join('\n'), folder)
  expect(printed.match(/^.+: \$\d+ a year$/gm)?.length).toBeGreaterThan(1)
  const left = printed.trim().split('\n').at(-1) ?? ''
  expect(await textOfPdf(readFileSync(join(left, 'binder.pdf')))).toContain('Ada Park')
})

test.each([
  ['typescript', 'quickstart.mts'],
  ['python', 'quickstart.py'],
])('the program in %s, saved and run as the quickstart says, ends with the same', async (heading, file) => {
  const folder = folderForThisTest()
  const [program = '', command = ''] = await blocksOfPage(`${service.url}/docs/quickstart`, heading)
  writeFileSync(join(folder, file), program)
  symlinkSync(installed, join(folder, 'node_modules'))
  const printed = await run(command, folder)
  expect(printed.match(/^.+: \$\d+ a year$/gm)?.length).toBeGreaterThan(1)
  const number = printed.trim().split('\n').at(-1) ?? ''
  expect(await textOfPdf(readFileSync(join(folder, 'binder.pdf')))).toContain(number)
})
