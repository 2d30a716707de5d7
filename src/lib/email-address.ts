// One @, a dotted domain, no spaces or control characters; whether it exists only a mail can tell.
const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** Trimmed and lower-cased, or null when it is not an email address. */
export const parseEmail = (text: string): string | null => {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}
