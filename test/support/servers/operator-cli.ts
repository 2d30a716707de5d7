import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newEmail, requestCode } from '../people/client.ts'
import { runBindery } from './command.ts'
import { onTerminal } from './on-terminal.ts'
import { movedTime } from './process.ts'
import { builtFile } from './shared-server.ts'

export type CliEnd = { code: number; output: string; errors: string }

type Typed = {
  input?: string
  prompted?: [question: string, answer: () => Promise<string> | string][]
  atTerminal?: true
}

/** The built command line. `prompted` types an answer once the command has asked. On a terminal, all is output. */
const runProcess = async (
  args: string[],
  { input = '', prompted = [], atTerminal }: Typed,
  env: Record<string, string>,
): Promise<CliEnd> => {
  const call = [await builtFile('main.js'), ...args]
  const [program, words] = atTerminal ? onTerminal(process.execPath, ...call) : [process.execPath, call]
  const child = spawn(program, words, {
    cwd: env.HOME,
    env: { PATH: process.env.PATH, ...movedTime(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const waiting = [...prompted]
  let errors = ''
  let read = 0
  child[atTerminal ? 'stdout' : 'stderr'].on('data', chunk => {
    errors += chunk
    const [question, answer] = waiting[0] ?? []
    if (!question || !errors.slice(read).includes(question)) return
    waiting.shift()
    read = errors.length
    void Promise.resolve(answer?.()).then(line => child.stdin.write(`${line}\n`))
  })
  if (prompted.length === 0) child.stdin.end(input)
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: child.exitCode ?? -1, output, errors }
}

/** The command line with a home folder of its own, as an operator has it. */
export const operatorCli = (url: string) => {
  const home = mkdtempSync(join(tmpdir(), 'bindery-cli-'))

  /** What reads standard input is a process of its own; anything else is called as it calls it, in this one. */
  const run = async (
    args: string[],
    { typed, env = { BINDERY_URL: url } }: { typed?: Typed; env?: Record<string, string> } = {},
  ): Promise<CliEnd> => {
    const ownEnv = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env }
    if (typed) return runProcess(args, typed, ownEnv)
    const { code, printed, errors } = await runBindery(args, ownEnv, { onTerminal: true })
    return { code: code ?? -1, output: printed, errors }
  }

  return {
    home,
    credentials: join(home, 'config', 'bindery', 'credentials.json'),
    run,
    remove: () => rmSync(home, { recursive: true, force: true }),
    /** A command that has to succeed, and what it printed with `--json`. */
    json: async (...args: string[]): Promise<Record<string, unknown>> => {
      const { code, output, errors } = await run([...args, '--json'])
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}${errors}`)
      return JSON.parse(output)
    },
    file: (name: string, value: unknown): string => {
      const path = join(home, name)
      writeFileSync(path, typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
      return path
    },
    login: async (): Promise<CliEnd> => {
      const email = newEmail()
      return run(['login', '--email', email, '--code', await requestCode(url, email)])
    },
  }
}

export type OperatorCli = ReturnType<typeof operatorCli>
