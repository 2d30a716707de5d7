// One @, a dotted domain, no spaces or control characters; whether it exists only a mail can tell.
const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** What a budget counts by, for an address as somebody typed it, right or wrong. */
export const typedEmail = (text: string | null | undefined): string =>
  (text ?? '').trim().toLowerCase().slice(0, 254)

/** Trimmed and lower-cased, or null when it is not an email address. */
export const parseEmail = (text: string): string | null => {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}
