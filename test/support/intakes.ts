import {
  type Application,
  emptyApplication,
  emptyHome,
  type Home,
} from '../../src/homeowners/application/application.ts'
import type { HomeownersStatus } from '../../src/homeowners/application/lifecycle.ts'
import type { HomeownersIntakeRecord } from '../../src/homeowners/intake/intake.ts'
import { changeHomeowners, createHomeowners } from '../../src/homeowners/intake/writer.ts'
import { call, getKey, newEmail } from './client.ts'
import type { TestService } from './service.ts'

export type TestOperator = { key: string; uid: string }

/** Somebody new with a key. */
export const newOperator = async ({ url }: TestService): Promise<TestOperator> => {
  const key = await getKey(url, newEmail())
  const { body } = await call(`${url}/api/agent/homeowners/dashboard`, { key })
  return { key, uid: String(body.operator_uid) }
}

export const aHome = (values: Partial<Home> = {}): Home => ({ ...emptyHome(), ...values })

type Draft = { owner: string; sandbox?: boolean; applicant?: Application['applicant']; homes?: Home[] }

const facts = { actor: 'test', facts: {} }

/** Straight through the only writer, without HTTP: for tests that need many, or states that take long to reach. */
export const anIntake = (
  { app }: TestService,
  { owner, sandbox = false, applicant = {}, homes = [] }: Draft,
): Promise<HomeownersIntakeRecord> =>
  app.db.transaction().execute(db => {
    const application = { ...emptyApplication(), applicant, homes }
    return createHomeowners({ ...app, db }, { owner, sandbox, application }, { ...facts, event: 'created' })
  })

type Change = { status?: HomeownersStatus; homes?: Home[]; submittedAt?: Date }

export const changed = (
  { app }: TestService,
  intake: HomeownersIntakeRecord,
  { homes, ...change }: Change,
): Promise<HomeownersIntakeRecord> =>
  app.db.transaction().execute(db => {
    const application = { ...intake.application, homes: homes ?? intake.application.homes }
    return changeHomeowners(
      { ...app, db },
      intake,
      { ...change, application },
      { ...facts, event: 'changed' },
    )
  })
