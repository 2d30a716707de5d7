import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getKey, newEmail } from '../../support/people/client.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'
import { sharedServer } from '../../support/servers/shared-server.ts'

const run = promisify(execFile)
let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const inspect = async (path: string, ...args: string[]) => {
  const at = [service.url + path, '--transport', 'http', ...args]
  const { stdout } = await run(process.execPath, ['index.js', ...at], {
    env: { PATH: process.env.PATH },
    // It looks for its package.json from the current folder.
    cwd: `${await sharedServer('tools')}@modelcontextprotocol/inspector-cli/build/`,
  })
  return JSON.parse(stdout)
}

type Listed = { tools: { name: string }[] }

const toolsOf = async (path: string, ...args: string[]): Promise<string[]> => {
  const { tools } = (await inspect(path, '--method', 'tools/list', ...args)) as Listed
  return tools.map(({ name }) => name)
}

// The SDK’s client lists and calls every tool of both servers; a start of the inspector costs too much for that.
test('the inspector’s command line lists the tools of the operators’ server, and calls one of the shoppers’', async () => {
  const [operators, begun] = await Promise.all([
    toolsOf('/api/agent/mcp', '--header', `Authorization: Bearer ${key}`),
    inspect(
      '/api/consumer/mcp',
      ...['--method', 'tools/call', '--tool-name', 'homeowners_prefill'],
      ...['--tool-arg', 'intake={"full_name":"Ada Homeowner"}', 'sandbox=true'],
    ),
  ])
  expect(operators).toHaveLength(20)
  expect(begun.structuredContent).toMatchObject({ line: 'homeowners', status: 'needs_more_info' })
})
