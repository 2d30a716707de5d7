import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from '../words/say.ts'

export const notAnAddress = (): FieldError => ({
  name: 'email',
  message: say('Enter an email address, like name@example.com.'),
})

export const emailField = (email: string, error: FieldError | undefined): Html =>
  fieldView({
    name: 'email',
    label: say('Email address'),
    texts: [email],
    error: error?.message,
    autocomplete: 'email',
    control: { kind: 'line', type: 'email', required: true },
  })
