/** A link holder opened a link that an API response handed out, and is never recorded as the person. */
export type Proof = 'portal_session' | 'operator_attestation' | 'assistant_attestation' | 'link_holder'

export type GivenProof = Exclude<Proof, 'link_holder'>

export type Channel = 'person' | 'operator_attestation' | 'assistant_attestation'

export const channelOf = (proof: GivenProof): Channel => (proof === 'portal_session' ? 'person' : proof)

/** Rows older than the column have no proof. In umbrella, anyone with the link could press Confirm then. */
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
