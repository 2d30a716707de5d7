const plainName = (name: string): string =>
  name.normalize('NFC').trim().split(/\s+/).join(' ').toLocaleLowerCase('en-US')

export const isSameName = (signed: string, known: string): boolean => plainName(signed) === plainName(known)
