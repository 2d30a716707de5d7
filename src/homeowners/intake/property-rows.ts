import type { App } from '../../app.ts'
import { emptyHome, type Home } from '../application/application.ts'
import { type HomeownersStatus, publicStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { type Bucket, offersMailedAt, type PropertyRow, replaceRows } from './property-row-store.ts'

const OFFERS_OPEN: readonly HomeownersStatus[] = ['quoted', 'selected', 'bound']

type Told = { intake: HomeownersIntakeRecord; owner: string; status: Bucket }

/** Lists every field by name, so a new field is never exposed by accident. None identifies the person. */
const rowOf = ({ intake, owner, status }: Told, home: Home, home_index: number): PropertyRow => ({
  uid: intake.uid,
  home_index,
  owner,
  sandbox: intake.sandbox,
  property_id: home.property_id,
  status,
  city: home.city ?? null,
  state: home.state ?? null,
  zip: home.zip ?? null,
  property_type: home.property_type ?? null,
  home_ownership: home.home_ownership ?? null,
  new_purchase: home.new_purchase ?? null,
  email_known: intake.application.applicant.email !== undefined,
  offers_published: OFFERS_OPEN.includes(intake.status),
  submitted_at: intake.submittedAt,
  updated_at: intake.updatedAt,
  inserted_at: intake.updatedAt,
})

const bucketOf = async (app: App, { uid, status: state }: HomeownersIntakeRecord): Promise<Bucket> => {
  const { status } = publicStatus(state)
  return status === 'quoted' && (await offersMailedAt(app.db, uid)) ? 'quotes_published' : status
}

export const saveRows = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  const { owner, application } = intake
  if (owner === null) return
  const told = { intake, owner, status: await bucketOf(app, intake) }
  const homes = application.homes.length > 0 ? application.homes : [emptyHome()]
  await replaceRows(
    app.db,
    homes.map((home, index) => rowOf(told, home, index)),
  )
}
