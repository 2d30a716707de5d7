const names = new Map<string, string>()

export const giveName = (text: string): void => {
  if (!names.has(text)) names.set(text, `bindery_${names.size + 1}`)
}

export const statementName = (text: string): string | undefined => names.get(text)
