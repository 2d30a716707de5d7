import { type Adoption, fromFile } from '../../adopt.ts'
import { emptyApplication, HOUSEHOLD } from '../application/application.ts'
import { createPurchase } from '../intake/writer.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import { CONTACT } from './save-draft.ts'

export const adoptionIn = ({ name, fields, words, reshop }: ReviewedLine): Adoption => ({
  product: words.policy,
  place: 'household',
  asked: reshop.asked,
  async record(app, { told, policy_id, actor, today }) {
    const known = Object.entries(told).filter(([field]) => Object.hasOwn(fields, field))
    const names = known.map(([field]) => field)
    const household = {
      ...Object.fromEntries(known),
      field_estimates: names.filter(field => !CONTACT.includes(field)).map(fromFile(today)),
      locked: [],
      sources: Object.fromEntries(
        names.filter(field => CONTACT.includes(field)).map(field => [field, 'staff' as const]),
      ),
    }
    const intake = await createPurchase(
      app,
      { line: name, owner: null, sandbox: false, application: { ...emptyApplication(), household } },
      policy_id === null
        ? { actor, event: 'answers_missing', facts: {} }
        : { actor, event: 'adopted', facts: { policy_id } },
    )
    return { intake, item: HOUSEHOLD }
  },
})
