import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumPath } from '../test/support/browser/browser.ts'
import { getKey } from '../test/support/people/client.ts'
import { applied } from '../test/support/people/portal-in-browser.ts'
import { newVisitor } from '../test/support/people/visitor.ts'
import { until } from '../test/support/runs/until.ts'

/**
 * Lighthouse's scores of the main pages: `npx tsx scripts/lighthouse.ts http://127.0.0.1:8080`, with a service running
 * (`RATE_LIMITS=off npm start`). It is not a dependency: `npx` fetches it. Prints a table for docs/benchmarks.md.
 */
const [service = 'http://127.0.0.1:8080', only = ''] = process.argv.slice(2)
const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = Number(process.env.RUNS ?? 3)

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { score: number | null; title: string }>
}
type Visit = { name: string; path: string; cookie?: string }

const auto = 'driver.zip=94110&driver.age=34&vehicle.year=2019&vehicle.make=Toyota&vehicle.model=Camry'

const PAGES: readonly Visit[] = [
  { name: 'Landing page', path: '/' },
  { name: 'Calculators', path: '/calculators' },
  { name: 'A calculator with its result', path: `/calculators/collision-and-comprehensive-coverage?${auto}` },
  { name: 'Docs', path: '/docs' },
  { name: 'An operation', path: '/docs/api/homeowners-quotes' },
]

/** The quotes of a sandbox application, as its homeowner sees them. */
const portalOffers = async (): Promise<Visit> => {
  const person = await applied(service, await getKey(service, 'lighthouse@example.com'))
  const visitor = newVisitor(service)
  await visitor.open(person.login)
  const ref = new URL(person.login).searchParams.get('ref') ?? ''
  const { text } = await visitor.send('/portal/login', { ref, email: person.email })
  const [, link = ''] = /href="[^"]*(\/portal\/enter\/[^"]+)"/.exec(text) ?? []
  await visitor.open(link)
  await visitor.send(link)
  const quoted = async () => (await visitor.open('/portal/quotes')).text.includes('class="offers"')
  await until(quoted, { withinMs: 30_000 })
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { name: 'Portal: quotes', path: '/portal/quotes', cookie }
}

/** A private page is closed to crawlers on purpose, so it is not asked for that. */
const flagsFor = ({ cookie }: Visit): string[] =>
  cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`, '--skip-audits=is-crawlable'] : []

const run = promisify(execFile)

const reportOf = async (visit: Visit, form: 'mobile' | 'desktop'): Promise<Report> => {
  const flags = [
    '--quiet',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ...flagsFor(visit),
  ]
  const { stdout } = await run('npx', ['--yes', LIGHTHOUSE, service + visit.path, ...flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath() },
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(stdout) as Report
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const scoreOf = ({ categories }: Report, name: string): number =>
  Math.round((categories[name]?.score ?? 0) * 100)

console.log(`| Page | Form | ${CATEGORIES.join(' | ')} |`)
console.log(`|---|---|${CATEGORIES.map(() => '---|').join('')}`)
const visits = [...PAGES, ...('portal'.startsWith(only) ? [await portalOffers()] : [])]
for (const visit of visits.filter(({ path }) => path.includes(only)))
  for (const form of ['mobile', 'desktop'] as const) {
    const reports: Report[] = []
    for (let turn = 0; turn < RUNS; turn++) reports.push(await reportOf(visit, form))
    const scores = CATEGORIES.map(name => median(reports.map(report => scoreOf(report, name))))
    console.log(`| ${visit.name} | ${form} | ${scores.join(' | ')} |`)
    const failed = Object.values(reports[0]?.audits ?? {}).filter(
      ({ score }) => score !== null && score < 0.9,
    )
    if (scores.some(score => score < 95)) console.error(failed.map(({ title }) => `  ${title}`).join('\n'))
  }
