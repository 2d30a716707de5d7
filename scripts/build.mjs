import { build } from 'esbuild'
import project from '../package.json' with { type: 'json' }

// These two are hundreds of small files, which take longer to find than to read; the others stay in node_modules.
const inlined = ['kysely', 'typebox']
const packages = Object.keys({ ...project.dependencies, ...project.optionalDependencies })
const external = packages.filter(name => !inlined.includes(name)).flatMap(name => [name, `${name}/*`])

await build({
  entryPoints: ['src/main.ts', 'src/documents/pdf-worker.ts'],
  entryNames: '[name]',
  outdir: 'dist/bin',
  bundle: true,
  external,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})
