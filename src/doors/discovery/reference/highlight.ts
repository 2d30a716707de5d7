import { raw } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'

const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*")(?<colon>\s*:)?|(?<quoted>'[^'\n]*')|\b(?<literal>true|false|null|\d+(?:\.\d+)?)\b|\b(?<word>await|const|curl|from|import)\b/g

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Groups = Readonly<Record<string, string | undefined>>

const marked = (whole: string, { string, colon, quoted, literal, word }: Groups): string => {
  if (string !== undefined && colon !== undefined) return escaped(whole)
  if (string !== undefined || quoted !== undefined) return `<i>${escaped(whole)}</i>`
  if (literal !== undefined) return `<b>${whole}</b>`
  return word === undefined ? escaped(whole) : `<em>${word}</em>`
}

export const highlighted = (code: string): Html => {
  let written = ''
  let at = 0
  for (const match of code.matchAll(TOKEN)) {
    const [whole] = match
    written += escaped(code.slice(at, match.index)) + marked(whole, match.groups ?? {})
    at = match.index + whole.length
  }
  return raw(written + escaped(code.slice(at)))
}
