const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

const LONGEST = 254

/** A letter with its marks takes up to four characters. Putting thousands of marks in order takes seconds. */
const LONGEST_TYPED = 4 * LONGEST

/** Gives each address one form: a letter with its accent can be written in two ways (RFC 6532, 3.1). */
const written = (text: string): string => text.normalize('NFC').toLowerCase()

export const typedEmail = (text: string | null | undefined): string =>
  written((text ?? '').trim().slice(0, LONGEST_TYPED)).slice(0, LONGEST)

export const parseEmail = (text: string): string | null => {
  const typed = text.trim()
  if (typed.length > LONGEST_TYPED) return null
  const email = written(typed)
  return email.length <= LONGEST && ADDRESS.test(email) ? email : null
}
