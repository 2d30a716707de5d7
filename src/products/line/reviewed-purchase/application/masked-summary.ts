import { stateName } from '../../../../platform/values/us-states.ts'
import type { Household } from './application.ts'

const DOTS = '•••'

const initial = (word: string): string => (word === '' ? '' : `${[...word][0]}${DOTS}`)

const maskedName = (name: string): string => name.trim().split(/\s+/).map(initial).join(' ')

const maskedEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  return `${initial(local)}@${initial(domain)}`
}

/** Shows enough for people to recognize their own application, but nothing that identifies them to others. */
export const maskedSummary = ({
  full_name,
  email,
  state,
}: Household): readonly { label: string; value: string }[] => [
  ...(full_name === undefined ? [] : [{ label: 'Name', value: maskedName(full_name) }]),
  ...(email === undefined ? [] : [{ label: 'Email', value: maskedEmail(email) }]),
  ...(state === undefined ? [] : [{ label: 'State', value: stateName(state) }]),
]
