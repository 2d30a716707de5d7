/** U+202A to U+202E and U+2066 to U+2069 reverse what follows them on a page (UAX #9), but not in the record. */
const NOT_PLAIN = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069'

/** For a schema. Requires a visible character: spaces and format characters alone are no text. */
export const PLAIN_LINE = `^[^${NOT_PLAIN}]*[^${NOT_PLAIN}\\p{Zs}\\p{Cf}][^${NOT_PLAIN}]*$`

const notPlain = new RegExp(`[${NOT_PLAIN}]`, 'u')

export const isPlainLine = (text: string): boolean => !notPlain.test(text)
