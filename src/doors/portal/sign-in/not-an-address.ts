import type { FieldError } from '../../../platform/pages/fields.ts'
import { say } from '../words/say.ts'

export const notAnAddress = (): FieldError => ({
  name: 'email',
  message: say('Enter an email address, like name@example.com.'),
})
