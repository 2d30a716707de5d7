import { type LineName, lineNames } from '../../platform/lines.ts'
import { homeownersPages } from './homeowners/pages.ts'
import type { LinePages } from './request/request-view.ts'
import { reviewedPages } from './request/reviewed-request.ts'

/** A line with a process of its own has pages of its own. */
const OWN: Readonly<Partial<Record<LineName, LinePages>>> = { homeowners: homeownersPages }

export const linePages = Object.fromEntries(
  lineNames.map(line => [line, OWN[line] ?? reviewedPages]),
) as Readonly<Record<LineName, LinePages>>
