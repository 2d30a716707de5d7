export const roles = ['viewer', 'agent', 'admin'] as const

export type Role = (typeof roles)[number]

export type StaffMember = { email: string; role: Role }

const ENTRY = /^([^\s<>@,:]+@[^\s<>@,:]+\.[^\s<>@,:]+)(?::([a-z]+))?$/i

export const staffList = (items: readonly string[], stop: (sentence: string) => never): StaffMember[] => {
  const members = items.map((item): StaffMember => {
    const [, email = '', name = 'admin'] = ENTRY.exec(item) ?? []
    const role = roles.find(known => known === name)
    return email !== '' && role !== undefined
      ? { email: email.toLowerCase(), role }
      : stop(
          `STAFF_EMAILS must be addresses like ann@agency.example or bob@agency.example:viewer, not "${item}".`,
        )
  })
  const twice = members.find(({ email }, at) => members.findIndex(other => other.email === email) !== at)
  return twice ? stop(`STAFF_EMAILS names ${twice.email} twice. Give each person one role.`) : members
}
