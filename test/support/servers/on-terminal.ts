const SPAWN = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** The same command on a terminal of its own. What is written to its input is typed there: `\u0003` is Ctrl-C. */
export const onTerminal = (...command: string[]): [program: string, words: string[]] => [
  'python3',
  ['-c', SPAWN, ...command],
]
