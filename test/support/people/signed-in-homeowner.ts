import { transact } from '../../../src/platform/db/transact.ts'
import { plainCookie } from '../../../src/platform/http/pages/plain-cookies.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { openHomeownerSession } from '../../../src/products/homeowners/portal/sign-in.ts'
import type { TestService } from '../servers/service.ts'
import type { Homeowner } from './homeowner-in-portal.ts'
import { newVisitor, type Visitor } from './visitor.ts'

export const signedInHomeowner = async (
  { app, url }: TestService,
  { caller }: Homeowner,
): Promise<Visitor> => {
  const intake = await readOwnIntake(app, caller, caller.uid)
  const cookies = await transact(app, inside => openHomeownerSession(inside, intake))
  const visitor = newVisitor(url)
  visitor.keep(cookies.map(plainCookie))
  return visitor
}
