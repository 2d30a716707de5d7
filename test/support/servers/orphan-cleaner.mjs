import { readdirSync, readFileSync, rmSync } from 'node:fs'

// Standard input ends when the test run does, however it dies. Run with the folder of its PostgreSQL and the part of
// DATABASE_URL that no other run has.
const [folder, marker] = process.argv.slice(2)

const read = path => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const end = (pid, signal) => {
  try {
    process.kill(pid, signal)
  } catch {}
}

const services = () =>
  readdirSync('/proc').filter(
    name =>
      /^\d+$/.test(name) && Number(name) !== process.pid && read(`/proc/${name}/environ`).includes(marker),
  )

const cleanUp = () => {
  if (process.platform === 'linux') for (const pid of services()) end(Number(pid), 'SIGKILL')
  const postmaster = Number.parseInt(read(`${folder}/postgres/postmaster.pid`), 10)
  // SIGQUIT: immediate shutdown. Nobody needs these data any more.
  if (postmaster > 0) end(postmaster, 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

process.stdin.resume()
process.stdin.once('close', cleanUp)
