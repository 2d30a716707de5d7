import { operatorStandingEmail, type StandingChange } from '../../../agency/emails/operator-standing.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { firstTerms } from '../../../platform/key/acts.ts'
import { keyCache } from '../../../platform/key/key-cache.ts'
import { standingOf } from '../../../platform/key/standing.ts'
import { lockOperator, setStanding } from '../../../platform/key/store.ts'
import { endOperator } from '../../oauth/provider/revoke.ts'
import { why, whyIfAny } from '../parts/form.ts'

const CHANGES: readonly StandingChange[] = ['approved', 'suspended', 'revoked']

export type Decided = StandingChange | 'late'

type Decision = { actor: string; operatorUid: string; form: URLSearchParams }

export const decideOperator = (app: App, { actor, operatorUid, form }: Decision): Promise<Decided> => {
  const change =
    CHANGES.find(name => name === form.get('act')) ??
    fail('invalid_request', { message: 'Choose one of the buttons.' })
  const { note = null } = (change === 'approved' ? whyIfAny : why).take(form)
  return transact(app, async (inside): Promise<Decided> => {
    const operator = (await lockOperator(inside.db, operatorUid)) ?? fail('not_found')
    const standing = standingOf(operator)
    // A colleague may have decided otherwise since this page was opened.
    if (standing === change || (form.get('from') ?? standing) !== standing) return 'late'
    await setStanding(inside.db, operatorUid, {
      standing: change,
      standing_at: inside.clock.now(),
      standing_by: actor,
      ...(change === 'approved' &&
        operator.terms === null &&
        standing !== 'suspended' && { terms: JSON.stringify(firstTerms(inside.clock.now())) }),
    })
    if (change === 'revoked') await endOperator(inside, operatorUid)
    inside.afterCommit(() => keyCache(app).forgetAll())
    await recordAct(inside, { about: operatorUid, act: change, actor, note })
    const { agency, publicUrl } = inside.config
    const byStanding = inside.config.operatorActs === 'by_standing'
    const facts = {
      byStanding,
      agency: agency.name,
      contact: contactWords(agency),
      docs: `${publicUrl}/docs`,
    }
    await queueEmail(inside, operatorStandingEmail(operator.email, change, facts), {
      purpose: 'operator_standing',
    })
    return change
  })
}
