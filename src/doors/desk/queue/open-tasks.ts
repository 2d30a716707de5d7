import type { App } from '../../../platform/app.ts'
import type { CarrierFacts } from '../../../platform/config/carrier-facts.ts'
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts'
import { nameWords } from '../../../platform/lib/name-words.ts'
import { lineNames, lineOf } from '../../../platform/lines.ts'
import { type Task, waitsForPerson } from '../../../products/line/tasks/tasks.ts'
import { lines } from '../../../products/lines.ts'

export const quotable: readonly string[] = [
  ...new Set(lineNames.flatMap(name => lines[name].marketDesk.quotable)),
]

export type TaskCarrier = {
  name: string
  naic?: string
  facts: CarrierFacts
  portalUrl?: string
  instructions?: string
}

export const carrierOf = ({ config }: App, { carrier_id }: Pick<Task, 'carrier_id'>): TaskCarrier | null =>
  config.deskCarriers.find(({ id }) => id === carrier_id) ??
  config.carriers.find(({ id }) => id === carrier_id) ??
  null

const span = (milliseconds: number): string => {
  const hours = Math.floor(milliseconds / HOUR)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Staff are not late while the applicant owes an answer. */
export const isTaskOverdue = (task: Task, now: Date): boolean => task.due_at < now && !waitsForPerson(task)

export const dueWords = ({ due_at }: Pick<Task, 'due_at'>, now: Date): string => {
  const left = due_at.getTime() - now.getTime()
  return left < 0 ? `Overdue by ${span(-left)}` : `Due in ${span(left)}`
}

export const taskTitle = ({ kind, uid }: Pick<Task, 'kind' | 'uid'>): string =>
  `${kind === 'quote' ? 'Quote' : 'Purchase'}, ${nameWords(lineOf(uid) ?? 'insurance')}`
