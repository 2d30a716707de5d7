export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const nameWords = (name: string): string => name.replaceAll('_', ' ')

export const nameTitle = (name: string): string => capitalized(nameWords(name))
