import { inLocale } from './language.ts'

const dates = inLocale(name => new Intl.DateTimeFormat(name, { dateStyle: 'long', timeZone: 'UTC' }))

export const longDate = (day: Date | string): string => dates().format(new Date(day))
