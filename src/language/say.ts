import { html } from 'hono/html'
import { IntlMessageFormat } from 'intl-messageformat'
import { language, locale } from './language.ts'

type Html = ReturnType<typeof html>

/** By the English text as it stands in the code. ICU messages: `{name}`, plurals, and tags such as `<b>`. */
type Catalog = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

type Tag = (chunks: unknown) => Html

const messages = new Map<string, IntlMessageFormat>()

const messageOf = (text: string): IntlMessageFormat => {
  const key = `${language()} ${text}`
  const known = messages.get(key) ?? new IntlMessageFormat(text, locale())
  messages.set(key, known)
  return known
}

export const speaker = <C extends Catalog>(spanish: C) => {
  type English = keyof C & string
  const inSpanish = new Map<string, string>(Object.entries(spanish))
  const textOf = (english: string): string =>
    language() === 'es' ? (inSpanish.get(english) ?? english) : english
  return {
    say: (english: English, values?: Values): string =>
      values ? String(messageOf(textOf(english)).format(values)) : textOf(english),
    sayHtml: (english: English, values: Readonly<Record<string, string | number | Html | Tag>>): Html =>
      html`${messageOf(textOf(english)).format(values as never)}`,
    /** For text that comes from elsewhere, such as a label. Text without Spanish stays as it is. */
    sayKnown: (english: string, values?: Values): string =>
      values ? String(messageOf(textOf(english)).format(values)) : textOf(english),
  }
}
