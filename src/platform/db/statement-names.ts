import { createHash } from 'node:crypto'

const names = new Map<string, string>()

export const giveName = (text: string): void => {
  if (!names.has(text))
    names.set(text, `bindery_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`)
}

export const statementName = (text: string): string | undefined => names.get(text)
