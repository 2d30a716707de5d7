import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification, type Vite, type VitestPluginContext } from 'vitest/node'

const built = new URL('./dist/bin/file-worker.js', import.meta.url)

const isFileReader = (id: string): boolean => id.endsWith('/src/agency/documents/file-reader.ts')

/** A thread that reads a file takes a second to compile its program, so it is built for a run that may start one. */
const builtFileWorker: Vite.Plugin = {
  name: 'built-file-worker',
  enforce: 'pre',
  configureVitest: ({ experimental_defineCacheKeyGenerator: keyOf }: VitestPluginContext) =>
    keyOf(({ id }) => (isFileReader(id) ? false : undefined)),
  async transform(code, id) {
    if (!isFileReader(id)) return undefined
    await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'file-worker'])
    return code.replace('const here = import.meta.url', `const here = '${built}'`)
  },
}

/** `npm run test:runs -- --shuffle` sets it. */
const { SHUFFLE } = process.env

// Vitest clears its cache when it sees that packages have changed, and then fails to write to it, so each has its own.
const installedAt = statSync('node_modules/.package-lock.json', { throwIfNoEntry: false })?.mtimeMs

const WAITING = /\/test\/(?:deep\/faults|kills)\//

/**
 * Tests of faults mostly wait, so they run beside others that compute. Small and quick ones come last, so that no worker
 * is left alone with a long one.
 */
class WaitingBesideBusy extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const of = (isOne: (path: string) => boolean) => sorted.filter(({ moduleId }) => isOne(moduleId))
    const waiting = of(path => WAITING.test(path))
    const busy = of(path => path.includes('/test/') && !WAITING.test(path))
    const quick = of(path => !path.includes('/test/'))
    const beside = busy.flatMap((one, at) => [one, ...waiting.slice(at, at + 1)])
    return [...beside, ...waiting.slice(busy.length), ...quick]
  }
}

export default defineConfig({
  plugins: [builtFileWorker],
  test: {
    include: ['{src,client,test}/**/*.test.ts'],
    globalSetup: ['test/support/servers/shared-servers.ts'],
    setupFiles: ['test/support/runs/journeys.ts'],
    reporters: ['default', './test/support/runs/closing-line.ts'],
    // Only for what hangs: how long a thing takes is for `npm run bench` to say.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the two cores that this is meant for: some tests wait for a browser or a process to start.
    maxWorkers: 3,
    // Files keep nothing for each other, so they share a worker, which spares each the imports of the one before.
    isolate: false,
    // What a request leaves behind is gone before it is counted as old.
    execArgv: ['--max-semi-space-size=64'],
    sequence: SHUFFLE ? { shuffle: true, seed: Number(SHUFFLE) } : { sequencer: WaitingBesideBusy },
    // Half of what one file takes is to transform a thousand modules that have not changed.
    experimental: { fsModuleCache: true, fsModuleCachePath: `node_modules/.cache/vitest-${installedAt}` },
  },
})
