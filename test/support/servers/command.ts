import { format, stripVTControlCharacters } from 'node:util'
import { vi } from 'vitest'
import { runCommand } from '../../../src/cli.ts'
import { isForOperators } from '../../../src/doors/cli/operator/names.ts'
import { runOperatorCommand } from '../../../src/doors/cli/operator/run.ts'
import type { Ended } from './process.ts'

/** Runs one command of `bindery` to its end, in this process. `printed` is what came on standard output alone. */
export const runBindery = async (
  args: string[],
  env: Record<string, string>,
  { onTerminal = false } = {},
): Promise<Ended & { printed: string }> => {
  const said = { output: '', errors: '', printed: '' }
  const listen = (name: 'log' | 'error') =>
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => {
      const line = `${stripVTControlCharacters(format(...words))}\n`
      said.output += line
      said[name === 'error' ? 'errors' : 'printed'] += line
    })
  const spies = [listen('log'), listen('error')]
  const { isTTY } = process.stdout
  process.stdout.isTTY = onTerminal
  try {
    const [name, ...rest] = args
    const code = isForOperators(name)
      ? await runOperatorCommand(name, rest, env)
      : await runCommand(args, env)
    return { code, ...said }
  } finally {
    process.stdout.isTTY = isTTY
    for (const spy of spies) spy.mockRestore()
  }
}
