import { expect } from 'vitest'
import { chainProblem } from '../../../src/platform/audit/chain.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { readAtOnce } from '../../../src/platform/db/transact.ts'
import { findChain } from '../../../src/products/line/record/store.ts'
import type { TestService } from '../servers/service.ts'

/** The entries of a chain, found whole. One snapshot: a job may add to the chain meanwhile. */
export const wholeChain = ({ app }: Pick<TestService, 'app'>, uid: string) =>
  readAtOnce(app, async inside => {
    const chain = await findChain(inside.db, uid)
    if (!chain) throw new Error(`${uid} is gone`)
    const { audit_seq: seq, audit_hash: hash, audit_mac: mac } = chain
    const entries = await listEntries(inside.db, uid)
    expect(chainProblem(app.sealer, { uid, head: { seq, hash, mac }, entries })).toBeNull()
    return entries
  })
