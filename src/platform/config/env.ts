export type Env = Record<string, string | undefined>

export const commaList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
