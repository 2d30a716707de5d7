const ADDRESS =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/u

/** One address in one form: a letter with its accent is written in two ways (RFC 6532, 3.1). */
const written = (text: string): string => text.trim().normalize('NFC').toLowerCase()

export const typedEmail = (text: string | null | undefined): string => written(text ?? '').slice(0, 254)

export const parseEmail = (text: string): string | null => {
  const email = written(text)
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}
