import Type, { type Static } from 'typebox'

export const stages = ['application', 'quoting', 'quoted', 'buying', 'bound', 'ended'] as const

/** Once bound it stays so: `life` says what became of the policy. */
export const StageField = Type.Enum([...stages], {
  $id: 'Stage',
  description:
    'How far it is, in both lines. application: answers, the review or an authorization are missing. quoting: carriers are asked. quoted: a choice is open. buying: an offer is selected. bound: a policy was issued, whatever became of it. ended: it ended without a policy.',
})
export type Stage = Static<typeof StageField>

export const StageFilter = Type.Optional(
  Type.Enum([...stages], { description: 'Only rows with this stage. bound: what was sold.' }),
)
