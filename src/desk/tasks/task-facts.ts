import { html } from 'hono/html'
import type { LastAnswer } from '../../carriers/endpoint/exchange-record.ts'
import type { CarrierFacts } from '../../config/carrier-facts.ts'
import type { DocumentRecord } from '../../documents/documents.ts'
import type { SurplusDuty } from '../../line/buying/surplus-duty.ts'
import type { SurplusFiling } from '../../line/buying/surplus-filings.ts'
import type { TaskApplication } from '../../line/desk.ts'
import type { Task } from '../../line/tasks/tasks.ts'
import type { Html } from '../../pages/frame.ts'
import type { Order } from '../../policies/orders.ts'
import type { TypedEntries } from './entry-view.ts'

export type TaskCarrier = {
  name: string
  naic?: string
  facts: CarrierFacts
  portalUrl?: string
  instructions?: string
}

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

export type TaskView = TaskFacts & { token: Html; typed: TypedEntries; message: string; now: Date }

export const copyButton = (text: string, label: string): Html =>
  html`<button type="button" class="quiet" hidden data-copy-text="${text}">Copy<span class="hidden"> ${label}</span></button>`
