import { type Adoption, fromFile } from '../../line/adopt.ts'
import { emptyApplication, emptyHome } from '../application/application.ts'
import { applicantFieldNames, homeFieldNames } from '../application/fields.ts'
import { createHomeowners, moveHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { withPropertyIds } from './property-ids.ts'

const PERSON: readonly string[] = applicantFieldNames.filter(name => name !== 'policy_expire')
const HOME: readonly string[] = homeFieldNames

const namedIn = (told: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(told).filter(([name]) => names.includes(name)))

export const homeAdoption: Adoption = {
  product: 'Homeowners insurance',
  place: 'property',
  asked: {
    dwelling_coverage: 'dwelling_coverage',
    personal_liability: 'personal_liability',
    deductible: 'deductible_preference',
  },
  async record(app, { told, policy_id, actor, today }) {
    const empty = { owner: null, sandbox: false, application: emptyApplication() }
    const created = await createHomeowners(app, empty, { actor, event: 'created', facts: {} })
    const applicant = namedIn(told, PERSON)
    const values = namedIn(told, HOME)
    const draft = {
      ...emptyApplication(),
      applicant,
      sources: Object.fromEntries(Object.keys(applicant).map(name => [name, 'staff' as const])),
      homes: [{ ...emptyHome(), ...values, field_estimates: Object.keys(values).map(fromFile(today)) }],
    }
    const whose = { owner: created.uid, sandbox: false }
    const { homes, ...rest } = await withPropertyIds(app, whose, draft)
    const application = {
      ...rest,
      homes: homes.map(home => ({ ...home, ...(policy_id !== null && { policy_id }) })),
    }
    const intake =
      policy_id === null
        ? await noteOnHomeowners(app, created, { application }, { actor, event: 'updated', facts: {} })
        : await moveHomeowners(
            app,
            created,
            { application },
            { actor, event: 'adopted', facts: { policy_id } },
          )
    return { intake, item: homes[0]?.property_id ?? '' }
  },
}
