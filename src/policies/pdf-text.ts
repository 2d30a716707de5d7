// Helvetica, which every reader has, knows the letters of Windows code page 1252 and no others.
const KNOWN = /[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u

// Letters that do not come apart into a plain one and a mark.
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  İ: 'I',
  Ħ: 'H',
  ħ: 'h',
}

const plain = (letter: string): string =>
  PLAIN[letter] ??
  [...letter.normalize('NFD')]
    .filter(part => !/\p{M}/u.test(part))
    .map(part => (KNOWN.test(part) ? part : '?'))
    .join('')

/** Written with the letters that the document has; a mark that they lack is left off. */
export const printable = (text: string): string =>
  [...text.normalize('NFC')].map(letter => (KNOWN.test(letter) ? letter : plain(letter))).join('')
