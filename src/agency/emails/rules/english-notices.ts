import { language } from '../../../platform/language/language.ts'
import { say } from './say.ts'

/** The law gives these words in English. */
export const englishNotices = (texts: readonly string[]): string[] =>
  texts.length > 0 && language() !== 'en' ? [say('These notices are in English.'), ...texts] : [...texts]
