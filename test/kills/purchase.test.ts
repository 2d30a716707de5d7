import { test } from 'vitest'
import { killPurchases } from '../support/runs/purchase-kills.ts'

test('kill -9 while a carrier issues the policy: each purchase ends with one policy, one charge and one mail of each kind', () =>
  killPurchases({ kills: 1, from: 1 }))
