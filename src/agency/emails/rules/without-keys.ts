const LINK = /https?:\/\/\S+/g
const CODE_LINE = /^ {4}\S+$/gm

/** For readers other than the recipient: a link or a code would let them act as that person. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(LINK, '[link left out]').replaceAll(CODE_LINE, '    [code left out]')
