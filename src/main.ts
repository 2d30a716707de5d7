#!/usr/bin/env node
import { runCommand } from './cli.ts'

// Everything is closed. Exit now, so that hanging sockets cannot keep the process alive.
process.exit(await runCommand(process.argv.slice(2)))
