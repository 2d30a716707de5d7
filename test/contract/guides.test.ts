import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOfPage, folderForThisTest, runInBash } from '../support/contract/code-blocks.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test.each([
  [
    '/docs/homeowners',
    4,
    { status: 'quoted', offers: expect.arrayContaining([expect.objectContaining({ rank: 1 })]) },
  ],
  ['/docs/umbrella', 9, { policy_number: expect.any(String), preview: { kind: 'documents' } }],
  ['/docs/consumer', 7, { policies: [{ policy_number: expect.any(String) }] }],
])('the commands of %s run as printed, one after the other', async (path, least, ending) => {
  const commands = await blocksOfPage(service.url + path)
  expect(commands.length).toBeGreaterThanOrEqual(least)
  const folder = folderForThisTest()
  const OPERATOR_KEY = await getKey(service.url, newEmail())
  await runInBash(commands.join('\n'), {
    folder,
    port: String(service.app.config.port),
    env: { OPERATOR_KEY },
  })
  expect(JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8'))).toMatchObject(ending)
})
