#!/usr/bin/env node
import { runCommand } from './cli.ts'

// Not waiting for sockets that a far end has left hanging: what had to be closed was closed.
process.exit(await runCommand(process.argv.slice(2)))
