import { defineConfig } from 'vitest/config'

// Rules are pure: their tests share a worker, which spares each file the imports of the one before.
const rules = { name: 'rules', include: ['src/**/*.test.ts'], isolate: false }

const service = {
  name: 'service',
  include: ['client/**/*.test.ts', 'test/**/*.test.ts'],
  globalSetup: ['test/support/database-server.ts'],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: rules },
      { extends: true, test: service },
    ],
  },
})
