import type { QuotingProgress } from './progress.ts'

export type Waiting = Pick<QuotingProgress, 'waiting_on'>

const list = new Intl.ListFormat('en-US')

const named = ({ waiting_on }: Waiting): string =>
  waiting_on.length > 3 ? `${waiting_on.length} carriers` : list.format(waiting_on)

export const mayStillOffer = (waiting: Waiting | null): waiting is Waiting =>
  waiting !== null && waiting.waiting_on.length > 0

export const stillWaiting = (waiting: Waiting | null): string =>
  mayStillOffer(waiting)
    ? ` ${named(waiting)} ${waiting.waiting_on.length === 1 ? 'has' : 'have'} not answered yet.`
    : ''

export const waitForCarriers = (waiting: Waiting | null, offers: number): string[] => {
  if (!mayStillOffer(waiting)) return []
  return offers === 0
    ? [
        'A carrier in quoting.waiting_on may still make an offer, until quoting.expected_by. Poll again after poll_after_seconds.',
      ]
    : [
        'More offers may come until quoting.expected_by, and are added to offers. The choice need not wait for them: a chosen offer stays as it is.',
        'A poll with offers is answered at once, also with Prefer: wait, because a held one would keep them from you. Poll again after poll_after_seconds.',
      ]
}
