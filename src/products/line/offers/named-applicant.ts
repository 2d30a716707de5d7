import type { NamedApplicant } from '../../../agency/carriers/contract/details.ts'
import { derived, known, type Sourced, type SourcedTree } from '../../../platform/values/sourced.ts'

export const roleOf = <Role extends string>(role: Role, full_name: Sourced<string>): Sourced<Role> =>
  derived('place_in_application', { full_name }, () => role)

type Named = { [K in keyof Omit<NamedApplicant, 'role'>]?: Sourced<string> | undefined }

export const namedApplicant = (
  role: NamedApplicant['role'],
  { full_name, birthday, email, phone_number, marital_status }: Named,
): SourcedTree<NamedApplicant>[] =>
  full_name
    ? [
        known<NamedApplicant>({
          role: roleOf(role, full_name),
          full_name,
          birthday,
          email,
          phone_number,
          marital_status,
        }),
      ]
    : []
