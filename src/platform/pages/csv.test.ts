import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test('a cell that a spreadsheet would run as a formula is text', () => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1']
  for (const text of dangerous) expect(csv([[text]]).replaceAll('"', '')).toMatch(/^'/)
  expect(csv([['=HYPERLINK("http://evil.example","x")']])).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
  )
})

test('commas, semicolons, quotes and line breaks stay within their cell, and a missing value is empty', () => {
  expect(csv([['a,b', 'a;=1', 'say "hi"', 'two\nlines', null, -5, true]])).toBe(
    '"a,b","a;=1","say ""hi""","two\nlines",,-5,true\r\n',
  )
})
