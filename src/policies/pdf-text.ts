/** Where a letter has to be left out, whoever reads the document learns where it stands. */
const ELSEWHERE = '(see application)'

// Helvetica, which every reader has, knows the letters of Windows code page 1252 and no others.
const PLAIN = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

// What Noto Sans has of: Latin with its extensions and Vietnamese, marks, Greek, Cyrillic, punctuation.
const KNOWN =
  /[\n\x20-\x7e\xa0-\u024f\u02c6\u02dc\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a€№™]|[\u0300-\u036f]|(?=\p{Script=Greek})[\u0370-\u03ff\u1f00-\u1fff]/u

const UNKNOWN = '\ufffd'

const known = (text: string): boolean => [...text].every(letter => KNOWN.test(letter))

/** Another form of the same letter may be known: `Ⅲ` is `III`. */
const nearest = (letter: string): string => [letter, letter.normalize('NFKC')].find(known) ?? UNKNOWN

/** Written with the letters that there are; of a name in others it says where to find it. */
export const printable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/(?!\n)\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, '')]
    .map(nearest)
    .join('')
    .replaceAll(/\ufffd(?:[ ,·]*\ufffd)*/g, ELSEWHERE)

export const needsMoreLetters = (text: string): boolean => !PLAIN.test(printable(text))
