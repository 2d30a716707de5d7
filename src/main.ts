#!/usr/bin/env node
import { runCommand } from './cli.ts'

// Everything is closed by now. Sockets that a far end left hanging must not keep the process alive.
process.exit(await runCommand(process.argv.slice(2)))
