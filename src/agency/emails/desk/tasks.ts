import { type Email, greeting, type Requester, requester, say } from '../layout.ts'

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

export type CarrierQuestionFacts = Requester & { firstName: string; carrier: string; link: string }

/** The question itself is shown only on the page, because it may be personal. */
export const carrierQuestionEmail = (
  to: string,
  { firstName, carrier, link, ...asked }: CarrierQuestionFacts,
): Email => ({
  to,
  subject: say('A question from {carrier}', { carrier }),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} has a question about your application. Sign in to read and answer it. Until then, {carrier} can’t continue.',
      { carrier },
    ),
  ],
  link: { label: say('Answer the question'), url: link },
  reason: say('You’re receiving this because {who} requested insurance for you.', {
    who: requester(asked),
  }),
})
