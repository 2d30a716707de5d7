import { transact } from '../../../src/platform/db/transact.ts'
import {
  createLenderLink,
  openLenderLink,
  revokeLenderLink,
} from '../../../src/products/homeowners/buying/lender-links.ts'
import { staffCaller } from '../../../src/products/homeowners/intake/intake.ts'
import type { TestService } from '../servers/service.ts'

/** A link for a lender that was opened once and then turned off. */
export const aLenderLink = ({ app }: Pick<TestService, 'app'>, uid: string): Promise<void> =>
  transact(app, async inside => {
    const caller = staffCaller('staff:test', uid)
    const { link, url } = await createLenderLink(inside, caller, { uid })
    const token = url.split('/').at(-1) ?? ''
    await openLenderLink(inside, { token, what: 'page', address: '203.0.113.9', userAgent: 'a lender' })
    await revokeLenderLink(inside, caller, link.link_id)
  })
