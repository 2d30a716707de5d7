import { capitalized } from './capitalized.ts'

/** Where no label is written for a name of the API: "roof_date" reads as "roof date". */
export const nameWords = (name: string): string => name.replaceAll('_', ' ')

export const nameTitle = (name: string): string => capitalized(nameWords(name))
