import { capitalized } from './capitalized.ts'

export const nameWords = (name: string): string => name.replaceAll('_', ' ')

export const nameTitle = (name: string): string => capitalized(nameWords(name))
