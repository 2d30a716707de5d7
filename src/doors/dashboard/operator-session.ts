import type { App } from '../../platform/app.ts'
import { type DocumentRequest, hostCookieOf } from '../../platform/http/pages/document.ts'
import { findAccessTokenById } from '../../platform/key/access-token-store.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { whyAccessEnded } from '../../platform/key/standing.ts'
import {
  type CredentialRow,
  findCredentialById,
  findOperator,
  type OperatorRow,
} from '../../platform/key/store.ts'
import { closeSession, findSession, openSession } from '../../platform/signin/session.ts'
import { type Approval, approvalOf } from './approval.ts'

const KIND = 'dashboard'

export type SignedInOperator = {
  caller: OperatorCaller
  name: string
  approval: Approval
  /** Null when the session was opened with an access token, which gives access to requests only. */
  key: CredentialRow | null
  until: Date
}

const nameOf = ({ organization_name, email }: OperatorRow): string =>
  organization_name ?? email.split('@')[0] ?? email

const findPass = async (app: App, credentialId: string) => {
  const key = (await findCredentialById(app.db, credentialId)) ?? null
  const credential = key ?? (await findAccessTokenById(app.db, credentialId))
  if (!credential || credential.revoked_at !== null || credential.expires_at <= app.clock.now()) return null
  return { key, scopes: 'scopes' in credential ? credential.scopes : null }
}

export const findSignedInOperator = async (
  app: App,
  request: DocumentRequest,
): Promise<SignedInOperator | null> => {
  const session = await findSession(app, KIND, request.cookies)
  const operator = session && (await findOperator(app.db, session.subject))
  const pass = session && (await findPass(app, session.data.credentialId))
  if (!operator || !pass) return null
  const { address, userAgent } = request
  const { credentialId } = session.data
  const { operator_uid: operatorUid } = operator
  const { key, scopes } = pass
  const accessEnded = whyAccessEnded(app, operator)
  return {
    caller: {
      kind: 'operator',
      address,
      userAgent,
      scope: operatorUid,
      operatorUid,
      credentialId,
      scopes,
      terms: operator.terms,
      ...(accessEnded !== null && { accessEnded }),
    },
    name: nameOf(operator),
    approval: approvalOf(app, operator),
    key,
    until: session.expiresAt,
  }
}

export const startSession = async (
  app: App,
  { cookies }: DocumentRequest,
  { operatorUid, credentialId }: { operatorUid: string; credentialId: string },
): Promise<string> => {
  await closeSession(app, KIND, cookies)
  return openSession(app, { kind: KIND, subject: operatorUid, data: { credentialId } })
}

export const endSession = (app: App, { cookies }: DocumentRequest): Promise<string> =>
  closeSession(app, KIND, cookies)

export const hadSession = ({ cookies }: DocumentRequest): boolean => hostCookieOf(cookies, KIND) !== undefined
