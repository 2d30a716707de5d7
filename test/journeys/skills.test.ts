import { afterAll, beforeAll, expect, test } from 'vitest'
import { followSkill } from '../support/contract/follow-skill.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const read = async (path: string): Promise<string> => (await fetch(service.url + path)).text()

test.each([
  ['/api/agent/homeowners/skill.md', 'quoted', 1],
  ['/api/agent/skill.md', 'bound', 1],
  ['/api/consumer/skill.md', 'bound', 2],
])('an agent that has read only %s gets to %s without one failed call', async (path, end, applications) => {
  const OPERATOR_KEY = await getKey(service.url, newEmail())
  const answers = await followSkill(await read(path), { OPERATOR_KEY })
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(({ status }) => [status < 300 ? status : 'a success', undefined]),
  )
  const ended = answers.filter(({ body }) => body.status === end)
  expect(new Set(ended.map(({ body }) => body.uid)).size).toBe(applications)
})
