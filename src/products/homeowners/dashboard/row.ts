import Type, { type Static } from 'typebox'
import {
  PolicyLife,
  type PolicyStanding,
  policyDates,
  standingWords,
} from '../../../agency/policies/policy-life.ts'
import type { App } from '../../../platform/app.ts'
import { orNull } from '../../../platform/values/schema-parts.ts'
import { type Metadata, ShownMetadata } from '../../line/wire/metadata.ts'
import { boundStatus, boundWords, isOver } from '../../line/wire/policy-words.ts'
import { StageField, WaitingOn } from '../../line/wire/waiting-on.ts'
import { buckets, detailStatuses, homeStatus } from '../application/statuses.ts'
import { stageOf } from '../intake/property-row.ts'
import type { PropertyRow } from '../intake/property-row-store.ts'
import { loginUrl } from '../quoting/email-facts.ts'

const closed = { additionalProperties: false } as const
const moment = (description: string) => Type.String({ format: 'date-time', description })

export const HomeownersDashboardRow = Type.Object(
  {
    property_id: orNull('Stable per operator and address. Null while the address is incomplete.'),
    request_uid: Type.String({ description: 'The uid of the quotes operation.' }),
    sandbox: Type.Boolean(),
    metadata: ShownMetadata,
    home_index: Type.Integer({ minimum: 0, description: 'Position of the home in the request.' }),
    status: Type.Enum([...buckets]),
    detail_status: Type.Union([Type.Enum([...detailStatuses]), Type.Null()], {
      description: 'After quoted: what became of this home. expired: its policy, or the application.',
    }),
    stage: StageField,
    waiting_on: WaitingOn,
    life: Type.Optional(PolicyLife),
    ...Type.Partial(Type.Object(policyDates)).properties,
    status_summary: Type.String(),
    location: Type.Object({ city: orNull('City.'), state: orNull('State.'), zip: orNull('ZIP.') }, closed),
    property_type: orNull('Type of building.'),
    home_ownership: orNull('Who owns the home and how it is used.'),
    new_purchase: Type.Union([Type.Boolean(), Type.Null()]),
    offers_published: Type.Boolean({
      description:
        'True when offers are available. In quotes_published, the homeowner was also emailed the link; the sandbox never does that.',
    }),
    fix_issues_email_available: Type.Boolean({
      description:
        'True when fix-issues-email can be called for this request. False for 10 minutes after that email.',
    }),
    homeowner_fix_issues_request_login_url: orNull('Where the homeowner adds missing answers.', {
      format: 'uri',
    }),
    homeowner_quotes_request_login_url: orNull('Where the homeowner reviews offers and buys.', {
      format: 'uri',
    }),
    submitted_at: orNull('When the request was last submitted.', { format: 'date-time' }),
    updated_at: moment('When the row last changed.'),
    inserted_at: moment('When the row was created. Rows are sorted by this, newest first.'),
  },
  { $id: 'HomeownersDashboardRow', ...closed },
)
export type HomeownersDashboardRow = Static<typeof HomeownersDashboardRow>

type RowPolicy = PolicyStanding & { effective_date: string; ended_on: string | undefined }

const summaryOf = ({ status, detail_status }: PropertyRow, policy: RowPolicy | undefined): string => {
  if (policy && isOver(policy)) return boundWords(policy)
  if (policy && policy.life !== 'active') return `${homeStatus('bound').says} ${standingWords(policy)}.`
  return homeStatus(detail_status ?? status).says
}

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

export const takesFixIssuesEmail = ({ status, email_known, sandbox }: PropertyRow): boolean =>
  status === 'needs_more_info' && email_known && !sandbox

export const dashboardRow = (
  app: App,
  row: PropertyRow,
  { metadata, isEmailed, policy }: { metadata: Metadata; isEmailed: boolean; policy: RowPolicy | undefined },
): HomeownersDashboardRow => {
  const { city, state, zip, status, email_known } = row
  const fixable = status === 'needs_more_info' && email_known
  const url = loginUrl(app, row.uid)
  return {
    property_id: row.property_id,
    request_uid: row.uid,
    sandbox: row.sandbox,
    metadata,
    home_index: row.home_index,
    status,
    detail_status: policy ? boundStatus(policy.life) : row.detail_status,
    stage: stageOf(row),
    waiting_on: row.waiting_on,
    ...(policy && {
      life: policy.life,
      state: policy.state,
      starts_on: policy.starts_on,
      ends_on: policy.ends_on,
    }),
    status_summary: summaryOf(row, policy),
    location: { city, state, zip },
    property_type: row.property_type,
    home_ownership: row.home_ownership,
    new_purchase: row.new_purchase,
    offers_published: row.offers_published,
    fix_issues_email_available: takesFixIssuesEmail(row) && !isEmailed,
    homeowner_fix_issues_request_login_url: fixable ? url : null,
    homeowner_quotes_request_login_url: status === 'needs_more_info' ? null : url,
    submitted_at: isoOrNull(row.submitted_at),
    updated_at: row.updated_at.toISOString(),
    inserted_at: row.inserted_at.toISOString(),
  }
}
