const SEE_APPLICATION = '(see application)'

// Helvetica has exactly the letters of Windows code page 1252.
const HELVETICA = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

const NOTO_SANS =
  /[\n\x20-\x7e\xa0-\u024f\u02c6\u02dc\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a€№™]|[\u0300-\u036f]|(?=\p{Script=Greek})[\u0370-\u03ff\u1f00-\u1fff]/u

const UNKNOWN = '\ufffd'

const isPrintable = (text: string): boolean => [...text].every(letter => NOTO_SANS.test(letter))

const nearest = (letter: string): string => [letter, letter.normalize('NFKC')].find(isPrintable) ?? UNKNOWN

export const printable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/(?!\n)\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, '')]
    .map(nearest)
    .join('')
    .replaceAll(/\ufffd(?:[ ,·]*\ufffd)*/g, SEE_APPLICATION)

export const needsEmbeddedFont = (text: string): boolean =>
  [...new Set(text.normalize('NFC'))].some(letter => !HELVETICA.test(printable(letter)))
