const LONGEST = 80
const SERVICE = 'Bindery'

/** Browsers and mail readers take these for the dot of a domain. */
const OTHER_DOTS = /[。｡․‧∙·]/gu

const ENDINGS = 'com|net|org|info|io|co|us|biz|xyz|app|dev|online|site|shop|store|top|link|click|me|ly|gov'

const LINKS: readonly RegExp[] = [
  /:\/\/|\bwww\b|@/iu,
  /[\p{L}\p{N}]\s?\.\p{L}{2,}/u,
  new RegExp(`(?:\\.|\\bdot\\b|[([{]dot[)\\]}])[\\s)\\]}]*(?:${ENDINGS})\\b`, 'iu'),
]

/** Five digits are a short code. Toll-free numbers are often spelled in letters. */
const PHONES: readonly RegExp[] = [/(?:\p{Nd}\D*){5}/u, /\b8(?:00|33|44|55|66|77|88)\b/u]

/** Words of letters that threaten or come from authorities. No business that refers customers has them in its name. */
const IMPERSONATIONS =
  /\b(?:irs|internal revenue|social security|medicare|medicaid|fbi|fema|paypal|venmo|zelle|fraud|urgent|password|refund|lawsuit|final notice|security alert)\b/iu

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text)

export const bareName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export const mixesScripts = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(text)

const isBrand = (text: string, brands: readonly string[]): boolean =>
  brands.some(brand => bareName(text).includes(bareName(brand)))

export const looksLikeLink = (text: string): boolean => {
  const read = text.normalize('NFKC').replaceAll(OTHER_DOTS, '.')
  return LINKS.some(pattern => pattern.test(read))
}

/** For an email to someone else. Null: it could pass for a link, a phone number, or one of these brands. */
export const safeName = (name: string | null | undefined, brands: readonly string[] = []): string | null => {
  if (hasInvisible(name ?? '')) return null
  const text = (name ?? '').trim().replaceAll(/\s+/g, ' ')
  const read = text.normalize('NFKC')
  if (text === '' || text.length > LONGEST || mixesScripts(read) || looksLikeLink(text)) return null
  if ([...PHONES, IMPERSONATIONS].some(pattern => pattern.test(read))) return null
  return isBrand(text, [SERVICE, ...brands]) ? null : text
}
