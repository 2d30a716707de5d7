import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Wording that a native speaker would stop at, and what to write instead. */
const PHRASES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bunwanted e?mail\b/i, 'spam folder'],
  [/\blook at your (e?mail|inbox)\b/i, 'check your email'],
  [/\ba mail\b(?! server)|\bmails\b|\bmailed again\b|\bby mail\b/i, 'email'],
  [/\b(has|have|had) run out\b|\bruns? out\b/i, 'expires, expired'],
  [/\bnot good any ?more\b/i, 'has expired'],
  [/\bdriving licen[cs]e/i, "driver's license"],
  [/\blicence\b/i, 'license'],
  [/\bdearer\b/i, 'more expensive'],
  [/\bwhoever\b/i, 'name who it is'],
  [/\btakes? along\b/i, 'deletes'],
  [/\btakes? (it|them|something) back\b/i, 'withdraw'],
  [/\bif it stays\b/i, 'if it persists'],
  [/\bis wanting\b|\blacks\b/i, 'is missing'],
  [/\b(home|umbrella|insurance|homeowners|less|more|of|a gap in) cover\b/i, 'coverage'],
  [/\d %/, '4%, without a space'],
  [/\bfor nobody\b/i, 'name who it is for'],
  [/\bnormali[s]ed\b|\brecogni[s]ed?\b|\bcancelled\b|\bcolour/i, 'American spelling'],
]

const root = fileURLToPath(new URL('../', import.meta.url))
const PLACES = [
  'src',
  'docs',
  'web',
  'client/src',
  'client/README.md',
  'data/README.md',
  'deploy',
  'scripts',
  'bench',
  'torture',
  'test',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.env.example',
]
const READ = /\.(ts|md|css|js|mjs|sh|sql|ya?ml|service|example)$/

/** Generated from the contract, or the list of phrases itself. */
const EXEMPT = [/client\/src\/schema\.ts$/, /scripts\/check-language\.ts$/]

const filesIn = (path: string): string[] => {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return []
  return info.isDirectory() ? readdirSync(path).flatMap(name => filesIn(join(path, name))) : [path]
}

const problems = PLACES.flatMap(place => filesIn(join(root, place)))
  .filter(file => READ.test(file) && !EXEMPT.some(pattern => pattern.test(file)))
  .flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        PHRASES.flatMap(([pattern, instead]) => {
          const found = pattern.exec(line)
          return found ? [`${relative(root, file)}:${at + 1}: "${found[0]}": write ${instead}`] : []
        }),
      ),
  )

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log('no wording to avoid')
