import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { context } from 'esbuild'
import { loadEnvironment, readConfig } from '../src/platform/config.ts'
import { attachEmbedded } from '../src/platform/db/embedded/attach.ts'
import { options } from './build.mjs'

const OUTPUT_FOLDER = 'dist/dev'
const SETTLED_MS = 50

// Attached for as long as this runs, so that no restart is the last to leave and stops PostgreSQL.
const environment = loadEnvironment()
const { databaseUrl, dataDir } = readConfig(environment)
const database = databaseUrl === null ? await attachEmbedded(dataDir) : null

let service = null
let stopping = false
let restarting = Promise.resolve()

const stopService = async () => {
  const child = service
  service = null
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const startService = () => {
  const args = ['--enable-source-maps', `${OUTPUT_FOLDER}/main.js`, 'serve', ...process.argv.slice(2)]
  const env = { ...process.env, DRAIN_SECONDS: environment.DRAIN_SECONDS ?? '0' }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  child.on('exit', code => {
    if (child === service && !stopping) console.error(`The service ended with ${code}: waiting for a change.`)
  })
  service = child
}

const restart = () => {
  restarting = restarting.then(async () => {
    await stopService()
    if (!stopping) startService()
  })
}

// The client is source of ours, and oidc-provider is changed on the way.
const BUNDLED = /^(node:|@bindery\/|oidc-provider$)/

/** Packages do not change while one works, so they are not bundled again with every change. */
const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z@]/ }, ({ path, kind, importer }) =>
      BUNDLED.test(path) || kind === 'entry-point' || importer.includes('node_modules')
        ? undefined
        : { path, external: true },
    )
  },
}

const { main } = options.entryPoints
const bundling = await context({
  ...options,
  splitting: false,
  entryPoints: { main, 'file-worker': options.entryPoints['file-worker'] },
  plugins: [...options.plugins, packagesApart],
  outdir: OUTPUT_FOLDER,
})

/** A build that fails has printed why, and the last version keeps running. */
const isBuilt = () =>
  bundling.rebuild().then(
    () => true,
    () => false,
  )

const pending = new Map()
const soon = act => {
  clearTimeout(pending.get(act))
  pending.set(act, setTimeout(act, SETTLED_MS))
}
const buildAndRestart = async () => {
  if (await isBuilt()) restart()
}

// The bundler's own watcher polls, and can take seconds to see a change.
const watchers = [
  watch('src', { recursive: true }, () => soon(buildAndRestart)),
  ...['web', 'vendor', 'migrations'].map(folder => watch(folder, () => soon(restart))),
]
await buildAndRestart()

const stop = async () => {
  if (stopping) return
  stopping = true
  for (const timer of pending.values()) clearTimeout(timer)
  for (const watcher of watchers) watcher.close()
  await bundling.dispose()
  await restarting
  await stopService()
  await database?.detach()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
