import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import type { Standing } from '../../line/record/changes.ts'
import { boundStatus } from '../../line/wire/policy-words.ts'
import type { Stage, WaitingOn } from '../../line/wire/waiting-on.ts'
import { emptyHome, type Home, isInsured } from '../application/application.ts'
import {
  type Bucket,
  coarseOf,
  type DetailStatus,
  homeStatus,
  publicStatus,
} from '../application/statuses.ts'
import { type HomeownersIntakeRecord, shownToTeller } from './intake.ts'
import type { PropertyRow } from './property-row-store.ts'

export type PolicyOf = (propertyId: string | null) => { life: PolicyLife | undefined; turn: WaitingOn }

export type RequestFacts = {
  intake: HomeownersIntakeRecord
  owner: string
  status: Bucket
  waiting_on: WaitingOn
  policyOf: PolicyOf
}

const detailStatusOf = (
  { intake: { status }, policyOf }: Pick<RequestFacts, 'intake' | 'policyOf'>,
  home: Home,
): DetailStatus | null => {
  if (isInsured(home)) return boundStatus(policyOf(home.property_id).life)
  return status === 'bound' ? 'not_insured' : (publicStatus(status).detail_status ?? null)
}

/** Lists every field by name, so a new field is never exposed by accident. None identifies the person. */
const rowOf = (
  { intake, owner, status, waiting_on, policyOf }: RequestFacts,
  home: Home,
  home_index: number,
): PropertyRow => ({
  uid: intake.uid,
  home_index,
  owner,
  sandbox: intake.sandbox,
  property_id: home.property_id,
  status,
  detail_status: detailStatusOf({ intake, policyOf }, home),
  waiting_on: isInsured(home) ? policyOf(home.property_id).turn : waiting_on,
  city: home.city ?? null,
  state: home.state ?? null,
  zip: home.zip ?? null,
  property_type: home.property_type ?? null,
  home_ownership: home.home_ownership ?? null,
  new_purchase: home.new_purchase ?? null,
  email_known: intake.application.applicant.email !== undefined,
  offers_published: ['quoted', 'bound'].includes(coarseOf(intake.status)),
  submitted_at: intake.submittedAt,
  updated_at: intake.updatedAt,
  inserted_at: intake.updatedAt,
})

export const rowsOf = (facts: RequestFacts): PropertyRow[] => {
  const { homes } = shownToTeller(facts.intake)
  return (homes.length > 0 ? homes : [emptyHome()]).map((home, index) => rowOf(facts, home, index))
}

/** A policy and an application can be `expired`. Only with the policy were offers published. */
export const stageOf = ({
  status,
  detail_status,
  offers_published,
}: Pick<PropertyRow, 'status' | 'detail_status' | 'offers_published'>): Stage =>
  detail_status === 'expired' && offers_published ? 'bound' : homeStatus(detail_status ?? status).stage

export const standingOf = (row: PropertyRow): Standing => {
  const { property_id, status, detail_status, waiting_on } = row
  return { property_id, status, detail_status, stage: stageOf(row), waiting_on }
}
