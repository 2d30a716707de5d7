import { expect, test } from 'vitest'
import type { App } from '../../platform/app.ts'
import { readConfig } from '../../platform/config.ts'
import { MINUTE } from '../../platform/lib/clock.ts'
import { closeTransports, transportOf } from './transport.ts'

test('a mail server has two minutes to accept an email, and a connection closes before a network forgets it', async () => {
  const app = { config: readConfig({}) } as App
  const { options } = await transportOf(app, 'smtp://127.0.0.1:25')
  const { socketTimeout } = options as { socketTimeout?: number }
  expect(socketTimeout).toBeGreaterThanOrEqual(2 * MINUTE)
  expect(socketTimeout).toBeLessThan(4 * MINUTE)
  closeTransports(app)
})
