import { createHash } from 'node:crypto'
import { type CarrierEvent, readPolicyDocument } from '../../agency/carriers/events/event.ts'
import { readUploads } from '../../agency/documents/upload.ts'
import type { BroughtPage } from '../../agency/policies/policy-documents.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/errors.ts'

export type EventPage = Omit<BroughtPage, 'by'> | 'noted' | 'unreadable'

export const pageIn = async (app: App, event: CarrierEvent, actor: string): Promise<EventPage> => {
  const document = readPolicyDocument(event)
  if (document === 'none') return 'noted'
  if (document === null) return 'unreadable'
  const { type, content } = document
  const given = { path: '', type, filename: `${type}.pdf`, content, reads: 'declarations' } as const
  try {
    const [upload] = await readUploads(app, { kind: 'carrier', scope: actor }, [given])
    return upload?.mediaType === 'application/pdf'
      ? { bytes: upload.bytes, read: upload.declarations }
      : 'unreadable'
  } catch (error) {
    if (error instanceof Failure) return 'unreadable'
    throw error
  }
}

export const digestOf = (page: Buffer): string => createHash('sha256').update(page).digest('hex')

/** The record of the event names the file, which is kept once, with the policy. */
export const bodyWithoutPage = (event: CarrierEvent, page: Buffer): string =>
  JSON.stringify({ ...event, data: { ...event.data, content: `sha256:${digestOf(page)}` } })
