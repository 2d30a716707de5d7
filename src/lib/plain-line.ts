/** U+202A to U+202E and U+2066 to U+2069 reverse what follows them on a page (UAX #9), but not in the record. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

export const isPlainLine = (text: string): boolean => !NOT_PLAIN.test(text)
