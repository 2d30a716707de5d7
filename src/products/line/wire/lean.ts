import Type, { type TObject } from 'typebox'
import type { Lean } from '../../../platform/http/lean.ts'

const KNOWN = ['known_summary', 'field_estimates', 'pending_fields', 'job_id'] as const
const OFTEN_EMPTY = ['suggested_values', 'missing_field_details', 'unrecognized_fields'] as const
const POLL = ['poll_request', 'status_url'] as const
const expandable = [...KNOWN, ...OFTEN_EMPTY, ...POLL, 'properties', 'offers', 'selected_offer'] as const

export const ExpandField = Type.Optional(
  Type.String({
    pattern: `^((all|${expandable.join('|')})(,|$))+$`,
    maxLength: 200,
    description: 'Fields to add to a short answer, or all.',
  }),
)

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

type Home = { status: string }

/** Homes stand alike until one of them is chosen for. */
const isAsked = (stage: unknown): boolean => stage === 'quoting' || stage === 'quoted'

export const lean: Lean = {
  leavesOut({ stage, status, line: _, ...body }, isPoll) {
    if (stage === 'application' || stage === 'ended') return []
    const homes = (body.properties ?? []) as readonly Home[]
    const hasOffers = Array.isArray(body.offers) && body.offers.length > 0
    return [
      ...KNOWN,
      ...OFTEN_EMPTY.filter(name => isEmpty(body[name])),
      ...(isAsked(stage) && homes.length === 1 && homes[0]?.status === status ? ['properties'] : []),
      ...(isPoll ? POLL : []),
      ...(body.selected_offer === undefined ? [] : [hasOffers ? 'offers' : 'selected_offer']),
    ]
  },
  least: [
    'uid',
    'sandbox',
    'status',
    'detail_status',
    'stage',
    'response_summary',
    'next_action',
    'missing_fields',
    'offers',
    'waiting_on',
    'poll_after_seconds',
    'expected_by',
    'review_token',
    'review_url',
    'preview_token',
    'sign_url',
    'signature_url',
    'payment_url',
    'required_upload_types',
    'homeowner_fix_issues_request_login_url',
    'homeowner_quotes_request_login_url',
    'intake_access_token',
  ],
}

/** The schema of what is sent. The operation returns the whole answer, so its type stays. */
export const sparse = <S extends TObject>({ properties, required: _, ...options }: S): S =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [
        name,
        lean.least.includes(name) ? one : Type.Optional(one),
      ]),
    ),
    options,
  ) as unknown as S
