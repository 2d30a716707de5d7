import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// vendor/README.md names the same versions.
const sources = {
  'htmx.org@4.0.0': { 'dist/htmx.min.js': 'htmx.js', LICENSE: 'htmx.LICENSE' },
  '@expo-google-fonts/noto-sans@0.4.2': {
    '400Regular/NotoSans_400Regular.ttf': 'noto-sans-regular.ttf',
    '700Bold/NotoSans_700Bold.ttf': 'noto-sans-bold.ttf',
    LICENSE_FONT: 'noto-sans.LICENSE',
  },
}

const draft = mkdtempSync(join(tmpdir(), 'bindery-vendor-'))
for (const [name, files] of Object.entries(sources)) {
  const options = { cwd: draft, encoding: 'utf8' }
  const archive = execFileSync('npm', ['pack', '--silent', name], options).trim()
  execFileSync('tar', ['xzf', archive], options)
  for (const [from, to] of Object.entries(files))
    copyFileSync(join(draft, 'package', from), join('vendor', to))
  rmSync(join(draft, 'package'), { recursive: true })
}
rmSync(draft, { recursive: true })
