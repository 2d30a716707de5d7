import { html } from 'hono/html'
import type { OperatorRow } from '../key/store.ts'
import type { Html } from '../pages/frame.ts'

export type Standing = 'waiting' | 'approved' | 'suspended' | 'revoked'

/** Null or absent: this agency approves every operator. */
export const standingOf = (operator: OperatorRow & { standing?: Standing | null }): Standing =>
  operator.standing ?? 'approved'

const NOTICES: Record<Exclude<Standing, 'approved'>, { tone: string; words: string }> = {
  waiting: {
    tone: 'info',
    words:
      'The agency is reviewing your account. Until it approves you, you can use the sandbox and the calculators. We’ll email you.',
  },
  suspended: {
    tone: 'warning',
    words:
      'The agency has suspended live requests for your account. The sandbox still works. Contact the agency to resume.',
  },
  revoked: { tone: 'danger', words: 'The agency has closed your account. Contact the agency.' },
}

export const approvalNotice = (standing: Standing): Html => {
  if (standing === 'approved') return html``
  const { tone, words } = NOTICES[standing]
  return html`<div class="callout ${tone}" role="status"><p>${words}</p></div>`
}

export const STANDINGS: Record<Standing, { label: string; tone: string }> = {
  waiting: { label: 'Waiting for approval', tone: 'info' },
  approved: { label: 'Approved for live requests', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'warning' },
  revoked: { label: 'Closed', tone: 'danger' },
}
