import { keepVersions } from '../agency/policies/keep-versions.ts'
import { RENEWAL_DAYS_AHEAD } from '../agency/policies/life/policy-end.ts'
import { listLapsed, listOffersLapsed, listPeriodsEnding } from '../agency/policies/life/renewal-store.ts'
import { policyOf } from '../agency/policies/policies.ts'
import { listPoliciesWithoutVersions } from '../agency/policies/version-store.ts'
import { type App, job } from '../platform/app.ts'
import { transact } from '../platform/db/transact.ts'
import { apart } from '../platform/jobs/parts.ts'
import { dayOf } from '../platform/lib/clock.ts'
import { lineOf } from '../platform/lines.ts'
import { plusDays } from '../platform/values/calendar.ts'
import { openRenewal } from './line/aftersale/renewals.ts'
import { lockIntakeRow } from './line/record/store.ts'
import { lines } from './lines.ts'

const PAGE = 200
/** How far back a worker looks after a time without one. */
const CAUGHT_UP_DAYS = 30

type About = { uid: string; policy_id: string }
type List = (page: { after: string; limit: number }) => Promise<About[]>

const forEach = async (list: List, act: (about: About) => Promise<void>): Promise<void> => {
  let page = await list({ after: '', limit: PAGE })
  while (page.length > 0) {
    for (const about of page) await act(about)
    page = await list({ after: page.at(-1)?.policy_id ?? '', limit: PAGE })
  }
}

/** It runs when the day has begun in every state, so a policy that ends today has ended. */
export const openRenewals = job({
  name: 'open_renewals',
  cron: '41 14 * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    const today = dayOf(app.clock.now())
    const ending = { from: today, until: plusDays(today, RENEWAL_DAYS_AHEAD) }
    // Yesterday too, in case that run failed: the feed does not say the same twice.
    const lapsed = { from: plusDays(today, -1), until: today, unsaidFrom: plusDays(today, -CAUGHT_UP_DAYS) }
    await forEach(
      page => listPeriodsEnding(app.db, ending, page),
      async about => {
        const line = lineOf(about.uid)
        if (line)
          await attempt(about.policy_id, () =>
            transact(app, inside => openRenewal(inside, about, { line: lines[line], actor: 'service' })),
          )
      },
    )
    const restate = async ({ uid, policy_id }: About): Promise<void> => {
      const line = lineOf(uid)
      if (line) await attempt(policy_id, () => transact(app, inside => lines[line].restate(inside, uid)))
    }
    await forEach(page => listLapsed(app.db, lapsed, page), restate)
    const offers = {
      from: plusDays(lapsed.from, -1),
      until: plusDays(lapsed.until, -1),
      unsaidFrom: plusDays(lapsed.unsaidFrom, -1),
    }
    await forEach(page => listOffersLapsed(app.db, offers, page), restate)
    end()
  },
})

/** Policies that an earlier release issued get their versions from what it kept. */
export const fillVersions = job({
  name: 'fill_policy_versions',
  cron: '17 * * * *',
  async run(app: App) {
    const { attempt, end } = apart(app.log)
    await forEach(
      page => listPoliciesWithoutVersions(app.db, page),
      about =>
        attempt(about.policy_id, () =>
          transact(app, async inside => {
            await lockIntakeRow(inside.db, about.uid)
            const policy = await policyOf(inside, about)
            if (policy) await keepVersions(inside, policy)
          }),
        ),
    )
    end()
  },
})
