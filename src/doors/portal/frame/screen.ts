import type { Html } from '../../../platform/pages/html.ts'

export type Screen = {
  title: string
  body: Html
  live?: boolean
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

export const numberWords = (count: number): string => NUMBERS[count] ?? String(count)
