import type { SealedColumn } from '../db/seals/sealed-column.ts'
import type { Sealer } from '../lib/sealer.ts'

export type SealedPayload = { sealed: string }

export const sealPayload = (sealer: Sealer, task: string, facts: object): SealedPayload => ({
  sealed: sealer.seal(task, JSON.stringify(facts)).toString('base64'),
})

export const openPayload = <T>(sealer: Sealer, task: string, { sealed }: SealedPayload): T =>
  sealer.openJson<T>(task, Buffer.from(sealed, 'base64'))

export const sealedPayloads = (task: string): SealedColumn => ({
  table: 'graphile_worker._private_jobs',
  key: ['id'],
  column: 'payload',
  field: 'sealed',
  only: `task_id = (select id from graphile_worker._private_tasks where identifier = '${task}')`,
  context: () => task,
})
