const MOST_CHARACTERS = 200

export const nameProblem = (name: string): string | null => {
  if (name.trim() === '') return 'is empty'
  if (name.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`
  if (/[\p{C}\u2028\u2029]/u.test(name)) return 'contains control characters'
  if (/[/\\]/.test(name) || /^\.+$/.test(name.trim())) return 'is a path; send the name of the file alone'
  return null
}
