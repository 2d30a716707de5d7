import { test } from 'vitest'
import { killMoney } from '../support/money/money-kills.ts'

test('kill -9 between authorization and refund: money is kept exactly for policies, and everyone is told once', () =>
  killMoney({ journeys: 3, kills: 1, from: 1 }))
