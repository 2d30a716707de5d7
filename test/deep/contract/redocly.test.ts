import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sharedServer } from '../../support/servers/shared-server.ts'

test('each contract passes redocly lint with its strictest rules', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      `${await sharedServer('tools')}@redocly/cli/bin/cli.js`,
      'lint',
      '--extends=recommended-strict',
      ...['operator', 'consumer', 'full', 'carrier'].map(name => `contract/${name}.yaml`),
    ],
    {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(`${stdout}${stderr}`).toContain('Your API descriptions are valid')
})
