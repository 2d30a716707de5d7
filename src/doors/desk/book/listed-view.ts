import { html } from 'hono/html'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { NONE, table } from '../parts/table.ts'
import type { Names } from '../staff/names.ts'
import type { Listed } from './listed.ts'

export const listedTable = (caption: string, listed: readonly Listed[], names: Names): Html =>
  table(caption, [
    {
      name: 'Name',
      cells: listed.map(
        ({ uid, person, erasedAt }) =>
          html`<a href="/desk/book/${uid}">${person.name ?? (erasedAt ? 'Erased' : 'No name yet')}</a>`,
      ),
    },
    { name: 'Place', isTyped: true, cells: listed.map(({ person }) => person.place ?? NONE) },
    { name: 'Line', cells: listed.map(({ line }) => nameTitle(line)) },
    { name: 'Status', cells: listed.map(({ badge }) => badge.label) },
    {
      name: 'Operator',
      cells: listed.map(({ owner }) => (owner ? (names.get(owner) ?? owner) : 'Direct')),
    },
    { name: 'Created', cells: listed.map(({ createdAt }) => moment(createdAt)) },
  ])
