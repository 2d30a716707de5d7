#!/usr/bin/env -S node --enable-source-maps
import { runCommand } from './cli.ts'

// Not waiting for sockets that a far end has left hanging: what had to be closed was closed.
process.exit(await runCommand(process.argv.slice(2)))
