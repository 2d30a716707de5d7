import { expect, test } from 'vitest'
import { highlighted } from './operation-page.ts'

const marked = (code: string): string => String(highlighted(code))

test('strings, literals, and words of the language are marked, names are not', () => {
  expect(marked('{ "a": "b", "n": 1.5, "t": true }')).toBe(
    '{ "a": <i>"b"</i>, "n": <b>1.5</b>, "t": <b>true</b> }',
  )
  expect(marked("await go('x')")).toBe("<em>await</em> go(<i>'x'</i>)")
})

test('nothing of the code is lost, and none of it is HTML', () => {
  const code = `curl '<script>' -d '{"it": "Ada\\"s <b>&amp;</b>", "n": [1, null]}'\n`
  const text = marked(code)
  expect(text).not.toContain('<script')
  const back = text
    .replaceAll(/<\/?(?:i|b|em)>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
  expect(back).toBe(code)
})
