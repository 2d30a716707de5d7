import { expect } from 'vitest'

// What the contract promises is checked on the way by somebody else's reading of it.
if (/\/test\/journeys\//.test(String(expect.getState().testPath)))
  (await import('../contract/through-prism.ts')).throughPrism()
