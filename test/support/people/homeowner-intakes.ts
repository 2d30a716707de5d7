import { transact } from '../../../src/platform/db/transact.ts'
import {
  type Application,
  emptyApplication,
  emptyHome,
  type Home,
} from '../../../src/products/homeowners/application/application.ts'
import type { HomeownersStatus } from '../../../src/products/homeowners/application/lifecycle.ts'
import type { HomeIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { saveRows } from '../../../src/products/homeowners/intake/property-rows.ts'
import { createHomeowners } from '../../../src/products/homeowners/intake/writer.ts'
import { changeIntake } from '../../../src/products/line/record/intakes.ts'
import type { TestService } from '../servers/service.ts'
import { newEmail, operatorWithKey } from './client.ts'

export type TestOperator = { key: string; uid: string }

/** Somebody new with a key. */
export const newOperator = ({ url }: TestService): Promise<TestOperator> => operatorWithKey(url, newEmail())

export const aHome = (values: Partial<Home> = {}): Home => ({ ...emptyHome(), ...values })

type Draft = { owner: string; sandbox?: boolean; applicant?: Application['applicant']; homes?: Home[] }

const facts = { actor: 'test', facts: {} }

/** Straight through the only writer, without HTTP: for tests that need many, or states that take long to reach. */
export const anIntake = (
  { app }: TestService,
  { owner, sandbox = false, applicant = {}, homes = [] }: Draft,
): Promise<HomeIntake> =>
  transact(app, inside => {
    const application = { ...emptyApplication(), applicant, homes }
    return createHomeowners(inside, { owner, sandbox, application }, { ...facts, event: 'created' })
  })

type Change = { status?: HomeownersStatus; homes?: Home[]; submittedAt?: Date }

/** Also from and into states that the lifecycle does not connect. */
export const changed = (
  { app }: TestService,
  intake: HomeIntake,
  { homes, ...change }: Change,
): Promise<HomeIntake> =>
  transact(app, async inside => {
    const application = { ...intake.application, homes: homes ?? intake.application.homes }
    const next = await changeIntake(
      inside,
      intake,
      { ...change, application, email: application.applicant.email },
      { ...facts, event: 'changed' },
    )
    await saveRows(inside, next)
    return next
  })
