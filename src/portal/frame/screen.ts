import type { Html } from '../../pages/frame.ts'

export type Screen = {
  title: string
  body: Html
  /** Something is in progress, and the page polls for it. */
  live?: boolean
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** `Five companies`, at the beginning of a sentence. */
export const countWords = (count: number, one: string, many: string): string =>
  `${NUMBERS[count] ?? count} ${count === 1 ? one : many}`
