/** How a field is asked of a person, where the words that programs read will not do. */
export type QuestionWording = {
  label?: string
  hint?: string
  autocomplete?: string
  options?: Readonly<Record<string, string>>
}
