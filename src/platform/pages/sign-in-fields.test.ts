import { expect, test } from 'vitest'
import { codeField, emailField } from './sign-in-fields.ts'

const inputIn = (field: unknown): string => /<input[^>]*>/.exec(String(field))?.[0] ?? ''

test('the hint belongs to the email field, and so does what is wrong with it', () => {
  const field = emailField({ label: 'Work email', hint: 'Your own.', problem: 'Enter an email address.' })
  expect(String(field)).toMatch(/id="email-hint">Your own\..*id="problem" role="alert">Enter an email/s)
  expect(inputIn(field)).toContain('aria-describedby="email-hint problem" aria-invalid="true"')
  const right = inputIn(emailField({ label: 'Work email', hint: 'Your own.', problem: undefined }))
  expect(right).toContain('aria-describedby="email-hint"')
  expect(right).not.toContain('aria-invalid')
})

test('a field with a problem takes the focus', () => {
  expect(inputIn(emailField({ label: 'Email', problem: 'Enter an email address.' }))).toContain(' autofocus')
  expect(inputIn(codeField({ problem: 'This code is wrong.' }))).toContain(
    'aria-describedby="problem" aria-invalid="true" autofocus',
  )
  expect(inputIn(codeField({ problem: undefined }))).not.toContain('autofocus')
})
