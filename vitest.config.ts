import { defineConfig } from 'vitest/config'

const database = 'test/support/database-server.ts'

const rules = { name: 'rules', include: ['src/**/*.test.ts'] }
const service = {
  name: 'service',
  include: ['client/**/*.test.ts', 'test/{api,browser,contract,faults}/*.test.ts'],
  globalSetup: [database],
}
// What the contract promises is checked on the way by somebody else's reading of it.
const journeys = {
  name: 'journeys',
  include: ['test/journeys/*.test.ts'],
  globalSetup: [database, 'test/support/prism.ts'],
  setupFiles: ['test/support/through-prism.ts'],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    // Only for what hangs: how long a thing takes is for `npm run bench` to say.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the two cores that this is meant for: some tests wait for a browser or a process to start.
    maxWorkers: 3,
    // Files keep nothing for each other, so they share a worker, which spares each the imports of the one before.
    isolate: false,
    projects: [rules, service, journeys].map(test => ({ extends: true as const, test })),
  },
})
