import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
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

/** Loaded only when needed, so each stays a file of its own. */
const PARTS = {
  './cli.ts': './service.js',
  './doors/cli/operator/run.ts': './operator.js',
  stripe: './stripe.js',
}
const NAMES = new RegExp(`^(?:${Object.keys(PARTS).join('|').replaceAll('.', '\\.')})$`)

const separateParts = {
  name: 'separate-parts',
  setup({ onResolve }) {
    onResolve({ filter: NAMES }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: PARTS[path], external: true } : undefined,
    )
  },
}

export const options = {
  entryPoints: {
    main: 'src/main.ts',
    service: 'src/cli.ts',
    operator: 'src/doors/cli/operator/run.ts',
    'file-worker': 'src/agency/documents/file-worker.ts',
    stripe: 'stripe',
  },
  bundle: true,
  external: ['pg-native', ...external.flatMap(name => [name, `${name}/*`])],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // CommonJS packages inside an ES module call require for the modules of Node.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url)",
  },
  plugins: [quietOidcProvider, separateParts],
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

// "node scripts/build.mjs file-worker" builds only this part.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [part] = process.argv.slice(2)
  const entryPoints = part ? { [part]: options.entryPoints[part] } : options.entryPoints
  const isFirst = (await mkdir(OUTPUT_FOLDER, { recursive: true })) !== undefined
  if (isFirst && !part && process.stderr.isTTY) console.error('Building')
  const { outputFiles } = await build({ ...options, entryPoints, outdir: OUTPUT_FOLDER, write: false })
  for (const { path, contents, text } of outputFiles)
    await replaceFile(path, path.endsWith('.js') ? withOneByteEach(text) : contents)
  if (!part) await packClient(`${OUTPUT_FOLDER}/client.tgz`)
}
