import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachEmbedded } from '../src/db/embedded/attach.ts'
import { makeExamples } from './examples/make-examples.ts'

/**
 * Walks through the running service and writes what it was sent and answered into data/examples.json. `npm run
 * contract` puts it into the contract; a test says when the committed file is not what the service says any more.
 */
const folder = await mkdtemp(join(tmpdir(), 'bindery-examples-'))
const database = await attachEmbedded(folder, { postgresOptions: ['fsync=off'] })
const examples = await makeExamples(database.url)
await database.detach()
await rm(folder, { recursive: true })
writeFileSync(new URL('../data/examples.json', import.meta.url), examples)
console.log('wrote data/examples.json')
