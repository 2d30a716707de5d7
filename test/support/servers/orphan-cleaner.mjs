import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'

// Standard input ends when the test run does, however it dies. Run with the folders of a run, which have one name that
// nothing else has: it stands in the arguments or the environment of every process that the run started.
const folders = process.argv.slice(2)
const marker = basename(folders[0])

const KILL_AFTER_MS = 5000
const GIVE_UP_AFTER_MS = 20_000

const read = path => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const namesIn = folder => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const end = (pid, signal) => {
  try {
    process.kill(pid, signal)
  } catch {}
}

const isOurs = pid =>
  pid !== process.pid && ['cmdline', 'environ'].some(file => read(`/proc/${pid}/${file}`).includes(marker))

const processes = () =>
  namesIn('/proc')
    .map(Number)
    .filter(pid => pid > 0 && isOurs(pid))

const databases = () =>
  folders
    .flatMap(folder => namesIn(folder).map(name => read(`${folder}/${name}/postgres/postmaster.pid`)))
    .map(text => Number.parseInt(text, 10))
    .filter(pid => pid > 0)

const isPostgres = pid => read(`/proc/${pid}/comm`).trim() === 'postgres'

// SIGQUIT: PostgreSQL shuts down at once and gives back its shared memory. Nobody needs these data any more.
const endAll = elapsedMs => {
  const left = processes()
  for (const pid of left) end(pid, isPostgres(pid) && elapsedMs < KILL_AFTER_MS ? 'SIGQUIT' : 'SIGKILL')
  // Where there is no /proc, at least the databases.
  for (const pid of databases()) end(pid, 'SIGQUIT')
  return left.length === 0
}

const cleanUp = async () => {
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  while (!endAll(elapsed()) && elapsed() < GIVE_UP_AFTER_MS) await setTimeout(50)
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

process.stdin.resume()
process.stdin.once('close', cleanUp)
