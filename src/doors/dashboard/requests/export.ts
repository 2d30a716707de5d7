import { html } from 'hono/html'
import { type Document, download } from '../../../platform/http/pages/document.ts'
import { dayOf } from '../../../platform/lib/clock.ts'
import { csv } from '../../../platform/pages/csv.ts'
import { operatorPage } from '../frame.ts'
import { forOperator } from '../operator-row.ts'
import { filterProblems } from './filter-form.ts'
import { askedIn, EXPORT, readFilters } from './filters.ts'
import { findRequests, type RequestRow } from './find-requests.ts'

const MOST_ROWS = 5000

const HEADINGS = [
  'request_id',
  'line',
  'mode',
  'reference',
  'property_id',
  'city',
  'state',
  'zip',
  'status',
  'waiting_on',
  'premium_per_year',
  'premium_is',
  'created_at',
  'changed_at',
]

const cells = (request: RequestRow) => [
  request.uid,
  request.line,
  request.sandbox ? 'sandbox' : 'live',
  request.reference,
  request.propertyId,
  request.place.city,
  request.place.state,
  request.place.zip,
  request.status,
  request.waitingOn,
  request.premium?.amount ?? null,
  request.premium?.of ?? null,
  request.insertedAt.toISOString(),
  request.updatedAt.toISOString(),
]

const file = (rows: readonly RequestRow[], day: string): Document =>
  download({
    type: 'text/csv; charset=utf-8',
    body: csv([HEADINGS, ...rows.map(cells)]),
    filename: `requests-${day}.csv`,
  })

export const exportRequests = forOperator({
  path: EXPORT,
  budget: { name: 'dashboard_export', points: 30, seconds: 60, by: 'address' },
  async respond(app, request, signedIn) {
    const { query, problems } = readFilters(askedIn(request.query))
    if (!query)
      return operatorPage(request, signedIn, {
        title: 'Requests',
        at: '/dashboard',
        status: 400,
        body: html`<h1>Requests</h1>${filterProblems(problems)}`,
      })
    const { cursor: _, ...filters } = query
    const { rows } = await findRequests(app, signedIn.caller, filters, MOST_ROWS)
    return file(rows, dayOf(app.clock.now()))
  },
})
