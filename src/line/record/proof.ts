/**
 * How we know who gave a consent or confirmation. A link holder opened a link that an API response handed out,
 * and is never recorded as the person.
 */
export type Proof = 'portal_session' | 'operator_attestation' | 'assistant_attestation' | 'link_holder'

/** What a new consent can be proven by. A link holder can no longer give one. */
export type GivenProof = Exclude<Proof, 'link_holder'>

export type Channel = 'person' | 'operator_attestation' | 'assistant_attestation'

export const channelOf = (proof: GivenProof): Channel => (proof === 'portal_session' ? 'person' : proof)

/**
 * Rows without a proof are older than the column. A person acted in the signed-in portal, except for umbrella: there,
 * anyone with the link could press Confirm.
 */
export const proofOf = ({
  proof,
  channel,
  purpose,
}: {
  proof: Proof | null
  channel: Channel
  purpose: string
}): Proof => {
  if (proof !== null) return proof
  if (channel !== 'person') return channel
  return purpose.startsWith('umbrella_') ? 'link_holder' : 'portal_session'
}
