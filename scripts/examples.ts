import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachEmbedded } from '../src/platform/db/embedded/attach.ts'
import { makeExamples } from './examples/make-examples.ts'

/**
 * Records requests and responses of the running service in data/examples.json. `npm run contract` puts them in the
 * contract. A test fails when the committed file is out of date.
 */
const folder = await mkdtemp(join(tmpdir(), 'bindery-examples-'))
const database = await attachEmbedded(folder, { postgresOptions: ['fsync=off'] })
const examples = await makeExamples(database.url)
await database.detach()
await rm(folder, { recursive: true })
writeFileSync(new URL('../data/examples.json', import.meta.url), examples)
console.log('wrote data/examples.json')
