import { html } from 'hono/html'
import type { LastAnswer } from '../../../agency/carriers/endpoint/exchange-record.ts'
import type { DocumentRecord } from '../../../agency/documents/documents.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import type { Typed } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { SurplusDuty } from '../../../products/line/buying/surplus-duty.ts'
import type { SurplusFiling } from '../../../products/line/buying/surplus-filings.ts'
import type { TaskApplication } from '../../../products/line/desk.ts'
import type { Task } from '../../../products/line/tasks/tasks.ts'
import type { TaskCarrier } from '../queue/open-tasks.ts'

export type TaskFacts = {
  task: Task
  carrier: TaskCarrier | null
  place: string
  holder: string | null
  isMine: boolean
  isWanted: boolean
  application: TaskApplication
  order: Order | null
  held: string | null
  lastAnswer: LastAnswer | null
  duty: SurplusDuty | null
  filing: SurplusFiling | null
  filedBy: string | null
  payment: string
  documents: readonly DocumentRecord[]
}

export type TaskView = TaskFacts & { token: Html; typed: Typed; message: string; now: Date }

export const copyAll = (text: string): Html =>
  html`<button type="button" class="secondary" hidden data-copy-text="${text}">Copy everything</button>`
