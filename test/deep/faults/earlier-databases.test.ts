import { expect, test } from 'vitest'
import { listVersions } from '../../../src/agency/policies/keep-versions.ts'
import { policiesIn } from '../../../src/agency/policies/policies.ts'
import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { fillVersions } from '../../../src/products/renewal-job.ts'
import { query } from '../../support/database/database.ts'
import { earlierCommits, earlierDatabase } from '../../support/database/earlier-database.ts'
import { getKey } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { provenBuyer } from '../../support/people/proven-buyer.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { umbrellaCall } from '../../support/people/umbrella-applications.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'

const linksIn = (text: string, place: RegExp): string[] => [
  ...new Set(
    [...text.matchAll(/href="([^"#]+)/g)]
      .map(([, href]) => String(href).replaceAll('&amp;', '&'))
      .filter(href => place.test(href)),
  ),
]

/** Opens a page and every link of the same place on it and below it. */
const opened = async (visitor: Visitor, start: string, place: RegExp): Promise<Map<string, number>> => {
  const seen = new Map<string, number>()
  const waiting = [start]
  for (const path of waiting) {
    const { status, text } = await visitor.open(path)
    seen.set(path, status)
    waiting.push(...linksIn(text, place).filter(link => !waiting.includes(link)))
  }
  return seen
}

const anchorsIn = async (databaseUrl: string): Promise<{ mac: string }[]> => {
  const [found] = await query<{ known: boolean }>(
    databaseUrl,
    "select to_regclass('seal_anchors') is not null as known",
  )
  return found?.known
    ? query(databaseUrl, "select anchor, encode(mac, 'hex') as mac from seal_anchors order by anchor")
    : []
}

const refusedIn = (seen: Map<string, number>) => [...seen].filter(([, status]) => status >= 400)

test.each(await earlierCommits())(
  'a database written by %s opens with every page, document and answer about its applications',
  async commit => {
    const { url: databaseUrl, uids } = await earlierDatabase(commit)
    const env = { RATE_LIMITS: 'off', STAFF_EMAILS: STAFF }
    const command = { DATABASE_URL: databaseUrl, SECRET_KEY }
    const before = await anchorsIn(databaseUrl)
    if (before.length === 0) {
      await expect(serviceForThisTest({ databaseUrl, env })).rejects.toThrow('Run "bindery seal"')
      expect((await runBindery(['seal'], command)).output).toContain('operators: 1 row without a seal')
      await runBindery(['seal', '--now'], command)
    }
    const service = await serviceForThisTest({ databaseUrl, env })
    // Its quotes are good for 30 days.
    const [last] = await query<{ at: Date }>(databaseUrl, 'select max(updated_at) as at from intakes')
    service.pass(Number(last?.at) - Number(service.app.clock.now()))
    await runJob(service, fillVersions)
    const versions = await listVersions(service.app, Object.values(uids))
    const numbers = (await policiesIn(service.app, Object.values(uids))).map(one => one.policy_number)
    expect(versions.map(({ version, terms }) => [version, terms.policy_number])).toEqual(
      expect.arrayContaining(numbers.map(number => [1, number])),
    )
    expect(versions.length).toBe(4)
    const key = await getKey(service.url, 'operator@example.com')
    const ann = await signIn(service, service.url)
    const documents: string[] = []
    for (const [name, uid] of Object.entries(uids)) {
      const atDesk = await opened(ann, `/desk/book/${uid}`, new RegExp(`^/desk/[^?]*${uid}`))
      expect(refusedIn(atDesk)).toEqual([])
      documents.push(...[...atDesk.keys()].filter(path => path.includes('/policies/')))
      const isHome = name.startsWith('home')
      const answer = isHome
        ? await quotesCall(service.url, key, { uid })
        : await umbrellaCall({ url: service.url, key }, 'status', { uid })
      expect([name, answer.status]).toEqual([name, 200])
      if (isHome) {
        const homeowner = await signedInHomeowner(service, asHomeowner(service, uid))
        expect(refusedIn(await opened(homeowner, '/portal', /^\/portal\/(?!sign-out|login)/))).toEqual([])
      } else if (name === 'umbrella_sandbox') {
        const path = new URL(reviewUrl(service.app, uid)).pathname
        const buyer = await provenBuyer(service, { uid, email: `${name}@example.com` })
        const seen = await opened(buyer, path, /^\/umbrella\//)
        expect(refusedIn(seen)).toEqual([])
      }
    }
    expect(documents.length).toBeGreaterThanOrEqual(4)
    expect(await anchorsIn(databaseUrl)).toEqual(expect.arrayContaining(before))
    expect(await runBindery(['audit', 'verify'], command)).toMatchObject({ code: 0 })
    expect(service.log.filter(line => line.includes('request failed'))).toEqual([])
  },
)
