#!/usr/bin/env node
import { isForOperators } from './doors/cli/operator/names.ts'
import { loadEnvironment } from './platform/config.ts'

const [name, ...args] = process.argv.slice(2)
const environment = loadEnvironment()

// An operator's command starts at once, because it does not load the service.
const code = isForOperators(name)
  ? await (await import('./doors/cli/operator/run.ts')).runOperatorCommand(name, args, environment)
  : await (await import('./cli.ts')).runCommand(process.argv.slice(2), environment)

// Everything is closed. Exit now, so that hanging sockets cannot keep the process alive.
process.exit(code)
