export type QuestionWording = {
  label?: string
  /** Asked with Yes and No, where No needs nothing more. */
  ask?: string
  /** What Yes needs. */
  detail?: string
  hint?: string
  autocomplete?: string
  options?: Readonly<Record<string, string>>
}
