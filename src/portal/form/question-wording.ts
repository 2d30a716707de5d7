/** How a person is asked for a field, where its label and description are written for programs. */
export type QuestionWording = {
  label?: string
  hint?: string
  autocomplete?: string
  options?: Readonly<Record<string, string>>
}
