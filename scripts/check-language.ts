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
  [
    /\brebuild (your|the rented) home\.|\breconstrucción de (su|la) vivienda( alquilada)?\./i,
    'after a covered loss, up to this limit',
  ],
  [/\bPays if you’re responsible for\b/, 'name the limit, and that some causes are excluded'],
  [/\bdañar su propiedad\b/i, 'bienes ajenos'],
  [/\bnot even to your agent\b|\bni siquiera a su agente\b/i, 'AI assistant'],
  [/\bwhat each company told us\b|\bnos dijo cada compañía\b/i, 'a company that we stopped told us nothing'],
  [/\bpolicies are paused\b/i, 'we aren’t placing policies'],
  [/\bpólizas? (está|están) confirmadas?\b/i, 'asegurada, or emitida once the page is on file'],
  [/\bbought this policy for you\b|\bcompró esta póliza para usted\b/i, 'ordered'],
  [/\byou tell the business\b/i, 'you buy on our page, or you authorize'],
  [/\bup to 10 business days\b|\bhasta 10 días hábiles\b/i, 'what the means of the refund allows'],
  [/\bwithout the paperwork\b|\bsin papeleo\b/i, 'what the site does'],
  [/\beight in ten\b|\bocho de cada diez\b/i, 'what the band is'],
  [/\bLate (bind )?answer['"`]/, 'the carrier answered after …'],
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
const READ = /(\.(ts|md|css|js|mjs|sh|sql|ya?ml|service|example)|es\.json)$/

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
