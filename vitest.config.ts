import { defineConfig } from 'vitest/config'

// These keep nothing between files, so they share a worker, which spares each the imports of the one before.
const shared = { isolate: false }
const database = { globalSetup: ['test/support/database-server.ts'] }

const rules = { name: 'rules', include: ['src/**/*.test.ts'], ...shared }
const api = {
  name: 'api',
  include: ['client/**/*.test.ts', 'test/{api,journeys}/*.test.ts'],
  ...shared,
  ...database,
}
const service = { name: 'service', include: ['test/{browser,contract,faults}/*.test.ts'], ...database }

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [rules, api, service].map(test => ({ extends: true as const, test })),
  },
})
