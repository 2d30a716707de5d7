import { test } from 'vitest'
import { killPurchases } from '../../support/runs/purchase-kills.ts'
import { scaled } from '../../support/runs/scale.ts'

const KILLS = scaled(2, 50)

test(
  `kill -9 at any moment between the first draft and the policy, ${KILLS} times: each purchase ends with one policy, one charge and one mail of each kind`,
  () => killPurchases({ kills: KILLS }),
  scaled(400_000, 1_800_000),
)
