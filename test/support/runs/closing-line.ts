import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed` alone on the last line, for readers of the end of a log. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const passed = tests.filter(test => test.result().state === 'passed').length
    const failedTests = tests.filter(test => test.result().state === 'failed')
    const broken = modules.filter(
      module => module.state() === 'failed' && !failedTests.some(test => test.module === module),
    )
    const failed = failedTests.length + broken.length + errors.length
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`))
  }
}
