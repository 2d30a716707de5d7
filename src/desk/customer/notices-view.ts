import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { moment } from '../../pages/moment.ts'
import { table } from '../table.ts'
import type { Customer } from './customer.ts'
import type { Section } from './section.ts'

export const noticesSection = ({ legalNotices }: Customer): Section => ({
  id: 'notices',
  title: 'Legal notices',
  count: legalNotices.length,
  body: table('Legal notices', [
    {
      name: 'Notice',
      cells: legalNotices.map(
        ({ subject, text }) => html`<details><summary>${subject}</summary><pre>${text}</pre></details>`,
      ),
    },
    { name: 'To', cells: legalNotices.map(({ to }) => to ?? 'No one: kept as a record') },
    { name: 'Date', cells: legalNotices.map(({ created_at }) => moment(created_at)) },
    { name: 'Kept until', cells: legalNotices.map(({ kept_until }) => dayWords(kept_until.toISOString())) },
  ]),
})
