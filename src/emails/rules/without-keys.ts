const LINK = /https?:\/\/\S+/g
const CODE_LINE = /^ {4}\S+$/gm

/** For readers other than the recipient. With a link or a code, they could act as that person. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(LINK, '[link left out]').replaceAll(CODE_LINE, '    [code left out]')
