const names = new Map<string, string>()

/** From now on connections keep the statement with this text, under a name. */
export const giveName = (text: string): void => {
  if (!names.has(text)) names.set(text, `bindery_${names.size + 1}`)
}

/** Undefined for a statement that is parsed and planned anew each time. */
export const statementName = (text: string): string | undefined => names.get(text)
