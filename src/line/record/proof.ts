/**
 * How we know who gave a consent or confirmation. A link holder opened a link that an API response handed out,
 * and is never recorded as the person.
 */
export type Proof = 'portal_session' | 'operator_attestation' | 'assistant_attestation' | 'link_holder'
