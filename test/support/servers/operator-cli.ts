import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { latestCode, newEmail } from '../people/client.ts'
import { builtMain } from './process.ts'

export type CliEnd = { code: number; output: string; errors: string }

/** The built command line with a home folder of its own, as an operator has it. */
export const operatorCli = (url: string) => {
  const home = mkdtempSync(join(tmpdir(), 'bindery-cli-'))

  /** `prompted` types an answer once the command has asked. */
  const run = async (
    args: string[],
    { input = '', env = { BINDERY_URL: url }, prompted = [] as [string, () => Promise<string>][] } = {},
  ): Promise<CliEnd> => {
    const child = spawn(process.execPath, [builtMain, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const waiting = [...prompted]
    let errors = ''
    let read = 0
    child.stderr.on('data', chunk => {
      errors += chunk
      const [question, answer] = waiting[0] ?? []
      if (!question || !errors.slice(read).includes(question)) return
      waiting.shift()
      read = errors.length
      void answer?.().then(line => child.stdin.write(`${line}\n`))
    })
    if (prompted.length === 0) child.stdin.end(input)
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
    return { code: child.exitCode ?? -1, output, errors }
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
    login: (email = newEmail()): Promise<CliEnd> =>
      run(['login'], {
        prompted: [
          ['Your email:', async () => email],
          ['Code from the email:', () => latestCode(url, email)],
        ],
      }),
  }
}

export type OperatorCli = ReturnType<typeof operatorCli>
