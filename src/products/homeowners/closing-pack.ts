import Type, { type Static } from 'typebox'
import type { PropertyEvidence } from '../../agency/policies/evidence.ts'
import { stateOf } from '../../agency/policies/terms.ts'
import { operation } from '../../platform/app.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { evidenceForLender } from './buying/evidence.ts'
import { createLenderLink, lastDayOfLink, readEvidence } from './buying/lender-links.ts'

const closed = { additionalProperties: false } as const

const ClosingPackRequest = Type.Object(
  {
    uid: anId('A bound request.'),
    policy_number: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Required if the request has several policies.',
      }),
    ),
    mortgagee: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'Shows only this lender, by rank. All if omitted.',
      }),
    ),
    expires_on: Type.Optional(
      Type.String({
        format: 'date',
        description: 'The last day of the link: 30 days from today if omitted.',
      }),
    ),
  },
  { $id: 'ClosingPackRequest', ...closed },
)

const ClosingPackResponse = Type.Object(
  {
    uid: anId('The request.'),
    response_summary: Type.String(),
    evidence: Type.Unsafe<PropertyEvidence>({
      type: 'object',
      additionalProperties: true,
      description:
        'The policy as the lender sees it: insureds, property, carrier, coverages, deductibles, payment, mortgagees, version. What nobody gave is absent.',
    }),
    lender_link: Type.String({
      format: 'uri',
      description:
        'For the lender: a page with the evidence and its documents. Anyone who has it can read them.',
    }),
    link_works_until: Type.String({ format: 'date', description: 'The last day of the link.' }),
    documents: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['evidence', 'payment', 'data'], {
            description: 'payment: the paid receipt, the invoice, or a premium statement.',
          }),
          url: Type.String({ format: 'uri' }),
        },
        closed,
      ),
      { description: 'Files behind the link. They work as long as it does.' },
    ),
    agent_instructions: Type.Array(Type.String()),
  },
  { $id: 'ClosingPackResponse', ...closed },
)

export const closingPack = operation({
  id: 'homeownersClosingPack',
  summary: 'Get evidence of insurance, invoice or receipt, and a link for the lender.',
  description:
    'For one bound home, by the version of the policy on this day. Each call creates a link, at most five a day for one request, and the insured is emailed about it.',
  guidance: {
    before: 'wait until the home is bound. If it has a lender, its name and loan number are in mortgagees.',
    onFailure:
      '404: the uid is not yours. 409: nothing is bound yet, the policy has ended, or too many links.',
  },
  input: ClosingPackRequest,
  output: ClosingPackResponse,
  failures: [404, 409],
  async run(app, caller: OperatorCaller, asked): Promise<Static<typeof ClosingPackResponse>> {
    const { policy, evidence } = await readEvidence(app, caller, asked)
    const { link, url } = await createLenderLink(app, caller, asked)
    const link_works_until = lastDayOfLink(stateOf(policy), link)
    return {
      uid: asked.uid,
      response_summary: `Evidence of insurance for policy ${policy.policy_number}, and a link that works through ${link_works_until}.`,
      evidence: evidenceForLender(evidence, asked.mortgagee ?? null),
      lender_link: url,
      link_works_until,
      documents: [
        { kind: 'evidence', url: `${url}/evidence.pdf` },
        { kind: 'payment', url: `${url}/payment.pdf` },
        { kind: 'data', url: `${url}/evidence.json` },
      ],
      agent_instructions: [
        'Give lender_link to the lender or the title company, and to nobody else.',
        'If the lender or the loan number is wrong, ask for a change with POST /api/agent/policies/requests (kind lender), and call this again once it is done.',
      ],
    }
  },
})
