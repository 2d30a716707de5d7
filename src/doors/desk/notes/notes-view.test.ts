import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import type { Note } from '../../../products/line/record/notes.ts'
import { agencyDeadline } from '../../../products/line/wire/agency-day.ts'
import { followUpRow } from './notes-view.ts'

const note: Note = {
  note_id: 'not_1',
  uid: 'hom_1',
  about: null,
  words: 'Call back.',
  written_by: 'service',
  written_at: new Date('2026-11-16T12:00:00Z'),
  due_on: '2026-11-18',
  done_at: null,
  done_by: null,
}

const badgeAt = (moment: string, AGENCY_TIME_ZONE = ''): string | undefined => {
  const staff = { role: 'viewer' } as Parameters<typeof followUpRow>[0]['staff']
  const app = { config: readConfig({ AGENCY_TIME_ZONE }), clock: { now: () => new Date(moment) } }
  const around = { token: html``, staff, names: new Map(), deadline: agencyDeadline(app) }
  return /(?:Due|Overdue) November 18, 2026/.exec(String(followUpRow(around)(note)))?.[0]
}

test('a follow-up is overdue once its day is over where the agency works', () => {
  expect(badgeAt('2026-11-19T05:59:00Z', 'America/Chicago')).toBe('Due November 18, 2026')
  expect(badgeAt('2026-11-19T06:00:00Z', 'America/Chicago')).toBe('Overdue November 18, 2026')
})

test('if the agency names no time zone, a follow-up is overdue once its day is over in every state, not in the evening', () => {
  const eveningInNewYork = '2026-11-19T01:00:00Z'
  const eveningInHonolulu = '2026-11-19T09:59:00Z'
  expect(badgeAt(eveningInNewYork)).toBe('Due November 18, 2026')
  expect(badgeAt(eveningInHonolulu)).toBe('Due November 18, 2026')
  expect(badgeAt('2026-11-19T10:00:00Z')).toBe('Overdue November 18, 2026')
})
