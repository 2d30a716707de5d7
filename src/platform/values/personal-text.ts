const SOCIAL_SECURITY =
  /(?<![\d-])(?!000|666)\d{3}-\d{2}-\d{4}(?![\d-])|\b(?:ssn|social security)\b\D{0,15}\d{3}[ -]?\d{2}[ -]?\d{4}(?!\d)/i

// A bare row of digits can be a loan number, so it counts only after the word card.
const CARD =
  /(?<![\d-])(?:[3-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}|3\d{3}([ -])\d{6}\2\d{5})(?![\d-])|\bcard\b\D{0,20}[3-6]\d{12,18}(?!\d)/gi

/** The Luhn check digit, which every card number has. */
const isChecked = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (1 + (at % 2))
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A Social Security or card number, as people write them: nothing shorter than 219-09-9999 is one. */
export const holdsForbiddenNumber = (text: string): boolean =>
  text.length >= 11 &&
  (SOCIAL_SECURITY.test(text) ||
    [...text.matchAll(CARD)].some(([found]) => isChecked(found.replaceAll(/\D/g, ''))))

const EMAIL = /[^\s@]@[\p{L}\p{N}-]+\.\p{L}{2,}/u

/** Written as a phone number is. A bare row of digits can be a loan number. */
const PHONE = /(?<![\p{L}\d-])(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\p{L}\d-])/u

export const namesContact = (text: string): boolean => EMAIL.test(text) || PHONE.test(text)

export const firstNameOf = (fullName: string | null | undefined): string =>
  fullName?.trim().split(/\s+/)[0] ?? ''
