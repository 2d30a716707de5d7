export const placeholders = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, at) => `$${from + at}`).join(', ')
