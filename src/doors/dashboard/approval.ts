import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { standingOf, whyNotLive } from '../../platform/key/standing.ts'
import type { OperatorRow, OperatorStanding } from '../../platform/key/store.ts'
import type { Html } from '../../platform/pages/html.ts'
import type { Badge } from '../../products/line/record/status-book.ts'

export type Approval = Badge & { notice: string | null }

const CLOSED: Record<OperatorStanding, Badge> = {
  waiting: { label: 'Waiting for approval', tone: 'info' },
  approved: { label: 'Approved for live requests', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'warning' },
  revoked: { label: 'Closed', tone: 'danger' },
}

export const approvalOf = (app: App, operator: Pick<OperatorRow, 'standing'>): Approval => {
  const notice = whyNotLive(app, operator)
  return { ...CLOSED[notice === null ? 'approved' : standingOf(operator)], notice }
}

export const approvalNotice = ({ tone, notice }: Approval): Html =>
  notice === null ? html`` : html`<div class="callout ${tone}" role="status"><p>${notice}</p></div>`
