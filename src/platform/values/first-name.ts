export const firstNameOf = (fullName: string | null | undefined): string =>
  fullName?.trim().split(/\s+/)[0] ?? ''
