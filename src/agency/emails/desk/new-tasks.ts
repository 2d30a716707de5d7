import type { Email } from '../layout.ts'

export type NewTasks = { tasks: readonly string[]; more: number; link: string }

const count = (tasks: number): string => (tasks === 1 ? '1 new task' : `${tasks} new tasks`)

/** Names no applicant: the details are at the desk. */
export const newTasksEmail = (to: string, { tasks, more, link }: NewTasks): Email => ({
  to,
  subject: `${count(tasks.length + more)} at the desk`,
  paragraphs: [
    ...tasks,
    ...(more > 0 ? [`And ${more} more.`] : []),
    'Claim a task before you start, so that no one else does the same work.',
  ],
  link: { label: 'Open the desk', url: link },
  reason: 'You’re receiving this because you work at the agency desk.',
})
