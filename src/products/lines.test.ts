import { expect, test } from 'vitest'
import { taskTitle } from '../doors/desk/queue/open-tasks.ts'
import { LINES, lineNames } from '../platform/lines.ts'
import { unknownUid } from './line/record/unknown-uid.ts'

const uidOf = (line: (typeof lineNames)[number]): string => `${LINES[line].prefix}_1`

test('a uid that is sent to the wrong line is told where it belongs, for every line', () => {
  for (const line of lineNames)
    for (const sentTo of lineNames) {
      const { message } = unknownUid(uidOf(line), sentTo)
      if (line === sentTo) expect(message).toContain('belongs to your credential')
      else expect(message).toContain(`Send it to POST /api/agent/${line}/`)
    }
})

test('a carrier task is titled with the line of its application', () => {
  for (const line of lineNames) expect(taskTitle({ kind: 'quote', uid: uidOf(line) })).toBe(`Quote, ${line}`)
  expect(taskTitle({ kind: 'bind', uid: 'xyz_1' })).toBe('Purchase, insurance')
})
