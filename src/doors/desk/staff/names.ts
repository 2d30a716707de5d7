import type { App } from '../../../platform/app.ts'
import { readActor } from '../../../platform/audit/actor.ts'
import { findOperator } from '../../../platform/key/store.ts'
import { staffEmail } from './staff.ts'

const KNOWN: Readonly<Record<string, string>> = {
  service: 'Bindery',
  homeowner: 'The homeowner',
  buyer: 'The buyer',
  shopper: 'The person’s assistant',
  operator_link: 'Someone with the operator’s link',
}

const nameOf = async (app: App, actor: string): Promise<string> => {
  const { kind, id } = readActor(actor)
  if (kind === 'staff') {
    const email = await staffEmail(app, id)
    return email ? `${email} (staff)` : 'Former staff'
  }
  if (kind === 'carrier') {
    const { carriers, deskCarriers } = app.config
    const known = [...carriers, ...deskCarriers].find(carrier => carrier.id === id)
    return known ? `${known.name} (carrier)` : actor
  }
  if (kind === 'person' || kind === 'other') return KNOWN[actor] ?? actor
  const operator = await findOperator(app.db, actor)
  return operator ? `${operator.organization_name ?? operator.email} (operator)` : actor
}

export type Names = ReadonlyMap<string, string>

export const namesOf = async (app: App, actors: readonly (string | null)[]): Promise<Names> => {
  const names = new Map<string, string>()
  for (const actor of new Set(actors)) if (actor !== null) names.set(actor, await nameOf(app, actor))
  return names
}
