import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sevenCallsInShell } from '../../src/doors/discovery/guides/umbrella-calls.ts'
import { textOfPdf } from '../support/browser/pdf.ts'
import { blocksOf, folderForThisTest, PRINTED_URL, runInBash } from '../support/contract/code-blocks.ts'
import { serviceForThisTest } from '../support/servers/service.ts'

const portOf = (service: { app: { config: { port: number } } }): string => String(service.app.config.port)

test('the README’s seven calls, pasted as printed, end with a bound policy and its binder', async () => {
  const service = await serviceForThisTest({ env: { PUBLIC_URL: PRINTED_URL } })
  const folder = folderForThisTest()
  expect(blocksOf('README.md', 'Buy a policy in seven calls', 'sh').map(block => block.trim())).toEqual(
    sevenCallsInShell(PRINTED_URL).map(([, code]) => code),
  )
  const script = blocksOf('README.md', 'Buy a policy in seven calls', 'sh').join('')
  const calls = script.match(/^curl |^step |; do step /gm) ?? []
  expect(calls).toHaveLength(7)
  const temporary = folderForThisTest()
  const printed = await runInBash(script, { folder, port: portOf(service), env: { TMPDIR: temporary } })
  expect(printed.match(/^.+: \$\d+ a year$/gm)?.length).toBeGreaterThan(1)
  expect(readdirSync(folder).filter(name => !name.startsWith('.'))).toEqual([])
  const [own = ''] = readdirSync(temporary)
  const left = join(temporary, own)
  const answer = JSON.parse(readFileSync(join(left, 'answer.json'), 'utf8'))
  expect(answer).toMatchObject({ status: 'bound', sandbox: true })
  const binder = await textOfPdf(readFileSync(join(left, 'binder.pdf')))
  expect(binder).toContain(answer.policy.policy_number)
  expect(binder).toContain('Ada Park')
})
