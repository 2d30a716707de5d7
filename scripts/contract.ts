import { writeFile } from 'node:fs/promises'
import { projectFile } from '../src/platform/project-file.ts'
import { contractFiles } from './contract-files.ts'

for (const [file, text] of Object.entries(await contractFiles())) await writeFile(projectFile(file), text)
