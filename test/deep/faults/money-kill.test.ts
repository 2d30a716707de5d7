import { test } from 'vitest'
import { killMoney } from '../../support/money/money-kills.ts'
import { scaled } from '../../support/runs/scale.ts'

const JOURNEYS = scaled(6, 200)
const KILLS = scaled(2, 100)

test(
  `kill -9 between authorization and refund, ${KILLS} times in ${JOURNEYS} purchases: money is kept exactly for policies, and everyone is told once`,
  () => killMoney({ journeys: JOURNEYS, kills: KILLS }),
  scaled(400_000, 1_800_000),
)
