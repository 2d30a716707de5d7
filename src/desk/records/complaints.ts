import type { Act } from '../../audit/acts.ts'

export const COMPLAINT_RECEIVED = 'complaint_received'
export const COMPLAINT_ANSWERED = 'complaint_answered'

export const openComplaints = (acts: readonly Pick<Act, 'act'>[]): number => {
  const count = (name: string): number => acts.filter(({ act }) => act === name).length
  return Math.max(0, count(COMPLAINT_RECEIVED) - count(COMPLAINT_ANSWERED))
}
