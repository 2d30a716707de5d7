import { expect } from 'vitest'

// The deep tier has what the contract promises checked on the way by somebody else's reading of it.
if (process.env.PRISM && /\/test\/journeys\//.test(String(expect.getState().testPath)))
  (await import('../contract/through-prism.ts')).throughPrism()
