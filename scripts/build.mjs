import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import project from '../package.json' with { type: 'json' }
import { packClient } from './pack-client.mjs'

const OUTPUT_FOLDER = 'dist/bin'

/** These read files of their own, so they stay in node_modules. The rest is in the bundle. */
export const external = ['pdfkit', 'unpdf', ...Object.keys(project.optionalDependencies)]

/** oidc-provider prints a line on every Node 20, which we support and test. It would break the JSON log. */
const quietOidcProvider = {
  name: 'quiet-oidc-provider',
  setup({ onLoad }) {
    onLoad({ filter: /oidc-provider\/lib\/index\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replace(/^ *attention\.warn\('Unsupported runtime.*$/m, '')
      if (contents === source) throw new Error(`${path} no longer warns: remove this plugin`)
      return { contents }
    })
  },
}

/**
 * To parse a file, V8 takes several times its size, and the process keeps that memory. So these are files of their own,
 * like everything that is imported when it is first needed.
 */
const APART = [
  'fastify',
  'kysely',
  'graphile-worker',
  'ajv',
  'rate-limiter-flexible',
  'yaml',
  'js-yaml',
  'typebox',
  'prom-client',
  'src/routes.ts',
  'src/page-table.ts',
  'src/job-table.ts',
  'src/open-app.ts',
  'src/products/lines.ts',
  'src/agency/emails/outbox.ts',
]

export const options = {
  entryPoints: {
    main: 'src/main.ts',
    'file-worker': 'src/agency/documents/file-worker.ts',
    ...Object.fromEntries(
      APART.map(path => [`part-${path.replace(/^src\//, '').replaceAll(/\W+/g, '-')}`, path]),
    ),
  },
  bundle: true,
  splitting: true,
  external: ['pg-native', ...external.flatMap(name => [name, `${name}/*`])],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // CommonJS packages inside an ES module call require for the modules of Node.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url)",
  },
  plugins: [quietOidcProvider],
  // Names and lines stay, so that a stack trace can be read without the source map.
  minifyWhitespace: true,
  lineLimit: 160,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/**
 * V8 keeps the text of a program, with one byte per character or two. esbuild leaves regular expressions and tagged
 * templates as they are, and one curly quote would double it all.
 */
const withOneByteEach = text =>
  text.replaceAll(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

// Renaming is atomic: a service or another build may read the same file at this moment.
const replaceFile = async (path, contents) => {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`)
  await writeFile(draft, contents)
  await rename(draft, path)
}

/** A service that still runs the build before this one imports some of its parts later, so only older ones go. */
const removeOld = async (names, builtBefore) => {
  for (const name of await readdir(OUTPUT_FOLDER)) {
    if (names.has(name) || !/\.js(\.map)?$/.test(name)) continue
    const path = join(OUTPUT_FOLDER, name)
    if ((await stat(path)).mtimeMs < builtBefore - A_BUILD_TAKES_MS) await rm(path, { force: true })
  }
}

const A_BUILD_TAKES_MS = 60_000

// "node scripts/build.mjs file-worker" builds only this part.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [part] = process.argv.slice(2)
  const entryPoints = part ? { [part]: options.entryPoints[part] } : options.entryPoints
  const isFirst = (await mkdir(OUTPUT_FOLDER, { recursive: true })) !== undefined
  if (isFirst && !part && process.stderr.isTTY) console.error('Building')
  const before = await stat(join(OUTPUT_FOLDER, 'main.js')).catch(() => null)
  const { outputFiles } = await build({ ...options, entryPoints, outdir: OUTPUT_FOLDER, write: false })
  // A file that imports another is listed first, and is written last.
  for (const { path, contents, text } of outputFiles.toReversed())
    await replaceFile(path, path.endsWith('.js') ? withOneByteEach(text) : contents)
  if (part) process.exit()
  await removeOld(new Set(outputFiles.map(({ path }) => basename(path))), before?.mtimeMs ?? 0)
  await packClient(`${OUTPUT_FOLDER}/client.tgz`)
}
