import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contractFiles } from '../../scripts/contract-files.ts'
import { projectFile } from '../../src/platform/project-file.ts'

test('the committed contract and the types of the client are what the code says; if not, run "npm run contract"', async () => {
  for (const [file, text] of Object.entries(await contractFiles()))
    expect((await readFile(projectFile(file), 'utf8')) === text, file).toBe(true)
})
