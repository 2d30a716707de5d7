export type QuestionWording = {
  label?: string
  hint?: string
  autocomplete?: string
  options?: Readonly<Record<string, string>>
}
