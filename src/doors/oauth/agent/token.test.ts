import { expect, test } from 'vitest'
import type { App } from '../../../platform/app.ts'
import { redeemAgentGrant } from './token.ts'

const nowhere = {} as App

const refusal = (sent: string): string => {
  try {
    redeemAgentGrant(nowhere, new URLSearchParams(sent))
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}

test('a form of three hundred thousand names is looked through in no time for one that is repeated', () => {
  const names = Array.from({ length: 300_000 }, (_, at) => `n${at}=`).join('&')
  expect(refusal(names)).toContain('grant_types_supported')
  expect(refusal(`${names}&n7=`)).toBe('n7 was sent twice')
})
