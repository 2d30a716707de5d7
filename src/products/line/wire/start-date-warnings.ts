export type KnownExpiry = { address: string; expires: string }

export type ExpiryWarning = KnownExpiry & { kind: 'gap' | 'overlap' }

/** A policy ends at 12:01 a.m. of the day it expires. A start on that day leaves no gap and no overlap. */
export const expiryWarnings = (start: string, known: readonly KnownExpiry[]): ExpiryWarning[] =>
  known
    .filter(({ expires }) => start !== '' && expires !== start)
    .map(one => ({ ...one, kind: start > one.expires ? 'gap' : 'overlap' }))
