import { expect, test } from 'vitest'
import { failureOf } from '../../../../test/support/contract/failure.ts'
import { besideIntake } from './beside-intake.ts'

const names = ['confirm_submission']

test('a flag that was sent in intake goes beside it', () => {
  const sent = { intake: { confirm_submission: true, full_name: 'Ada' }, uid: 'u' }
  expect(besideIntake(sent, names)).toEqual({
    intake: { full_name: 'Ada' },
    uid: 'u',
    confirm_submission: true,
  })
  expect(besideIntake({ intake: {}, confirm_submission: false }, names)).toEqual({
    intake: {},
    confirm_submission: false,
  })
  for (const other of [{ intake: 'x' }, {}]) expect(besideIntake(other, names)).toBe(other)
})

test('in both places it must be the same', () => {
  const both = (atTop: boolean) => ({ intake: { confirm_submission: true }, confirm_submission: atTop })
  expect(besideIntake(both(true), names)).toEqual({ intake: {}, confirm_submission: true })
  expect(failureOf(() => besideIntake(both(false), names)).details.fields).toMatchObject([
    { path: 'confirm_submission', code: 'differs' },
  ])
})
