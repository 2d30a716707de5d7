import { type Declined, stageWords } from '../../line/declined.ts'
import { moment } from '../../pages/moment.ts'
import { table } from '../table.ts'
import type { Section } from './section.ts'

export const declinesSection = ({ declines }: { declines: readonly Declined[] }): Section => ({
  id: 'declines',
  title: 'Declined by carriers',
  count: declines.length,
  body: table('Declined by carriers', [
    { name: 'Carrier', cells: declines.map(({ carrier }) => carrier) },
    { name: 'What', cells: declines.map(stageWords) },
    { name: 'Reason', cells: declines.map(({ reason, reason_code }) => `${reason} (${reason_code})`) },
    { name: 'Declined', cells: declines.map(({ at }) => moment(at)) },
  ]),
})
