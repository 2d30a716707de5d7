import { html } from 'hono/html'
import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, language, locale } from './language.ts'

type Html = ReturnType<typeof html>

/** Keyed by the English text in the code. ICU messages: `{name}`, plurals, and tags such as `<b>`. */
type Catalog = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

type Tag = (chunks: unknown) => Html

type Message = { format: IntlMessageFormat['format']; fill(values: Values): string }

const LITERAL = 0
const ARGUMENT = 1

const filled = (values: Values, name: string): string => {
  const value = values[name]
  if (value === undefined) throw new Error(`A text has no value for ${name}.`)
  return String(value)
}

/** Most texts only hold values and need no library: calculators use several texts in each response. */
const read = (text: string): Message => {
  const message = new IntlMessageFormat(text, locale())
  const parts = message.getAst() as readonly { type: number; value: string }[]
  const isPlain = parts.every(({ type }) => type === LITERAL || type === ARGUMENT)
  return {
    format: message.format,
    fill: values =>
      isPlain
        ? parts.reduce((all, { type, value }) => all + (type === LITERAL ? value : filled(values, value)), '')
        : String(message.format(values)),
  }
}

const messages: Readonly<Record<Language, Map<string, Message>>> = { en: new Map(), es: new Map() }

const messageOf = (text: string): Message => {
  const known = messages[language()]
  const message = known.get(text) ?? read(text)
  known.set(text, message)
  return message
}

type Speaker<C extends Catalog> = {
  say(english: keyof C & string, values?: Values): string
  sayHtml(english: keyof C & string, values: Readonly<Record<string, string | number | Html | Tag>>): Html
  sayKnown(english: string, values?: Values): string
  /** For a room above: what it hands down is known below too. */
  learn<M extends Catalog>(more: M): Speaker<C & M>
}

const speakerOf = <C extends Catalog>(inSpanish: Map<string, string>): Speaker<C> => {
  const textOf = (english: string): string =>
    language() === 'es' ? (inSpanish.get(english) ?? english) : english
  const sayKnown = (english: string, values?: Values): string =>
    values ? messageOf(textOf(english)).fill(values) : textOf(english)
  return {
    say: sayKnown,
    sayHtml: (english, values) => html`${messageOf(textOf(english)).format(values as never)}`,
    sayKnown,
    learn(more) {
      for (const [english, spanish] of Object.entries(more)) inSpanish.set(english, spanish)
      return speakerOf(inSpanish)
    },
  }
}

export const speaker = <C extends Catalog>(spanish: C): Speaker<C> =>
  speakerOf(new Map(Object.entries(spanish)))
