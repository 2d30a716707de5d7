import type { Email } from '../layout.ts'
import type { NewTasks } from './new-tasks.ts'

export const overdueTasksEmail = (to: string, { tasks, more, link }: NewTasks): Email => {
  const count = tasks.length + more
  return {
    to,
    subject: count === 1 ? '1 task is overdue at the desk' : `${count} tasks are overdue at the desk`,
    paragraphs: [
      ...tasks,
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Customers wait for these. Finish them, or release them so that someone else can.',
    ],
    link: { label: 'Open the desk', url: link },
    reason: 'You’re receiving this because you work at the agency desk.',
  }
}
