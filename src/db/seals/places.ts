/** The placeholders of a statement: "$1, $2, $3". */
export const places = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => `$${from + at}`).join(', ')
