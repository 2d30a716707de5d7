import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const built = new URL('./dist/bin/pdf-worker.js', import.meta.url)

/** A thread that reads a PDF takes a second to compile its program, so the one that was built is used if there is one. */
const builtPdfWorker = {
  name: 'built-pdf-worker',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('/src/agency/documents/pdf-reader.ts') && existsSync(built)
      ? code.replace('const here = import.meta.url', `const here = '${built}'`)
      : undefined,
}

/** `npm run test:runs -- --shuffle` sets it. */
const { SHUFFLE } = process.env

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
  plugins: [builtPdfWorker],
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
  },
})
