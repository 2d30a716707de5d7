import { describe, expect, test } from 'vitest'
import { cents, checks, choice, count, day, dollars, email, line, moment, paragraph } from './field-kinds.ts'
import { FormRefusal, form } from './form.ts'

const order = form({
  number: line('Policy number', { most: 8 }),
  price: dollars('Price a year', { least: 1, most: 5000 }),
  paid: cents('Paid', { optional: true }),
  payments: count('Payments', { most: 12, optional: true }),
  from: day('From'),
  at: moment('At', { optional: true }),
  to: email('Email', { optional: true }),
  kind: choice('Kind', [
    { value: 'new', label: 'New' },
    { value: 'old', label: 'Old' },
  ]),
  parts: checks(
    'what to send',
    [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
    { optional: true },
  ),
  words: paragraph('Words', { most: 20, optional: true }),
})

const complete = { number: 'HO-1', price: '$1,598', from: '2026-12-01', kind: 'new' }
const sent = (more: Record<string, string>) => new URLSearchParams({ ...complete, ...more })

const refusalOf = (act: () => unknown): FormRefusal => {
  try {
    act()
  } catch (error) {
    if (error instanceof FormRefusal) return error
  }
  throw new Error('nothing was refused')
}

describe('what was sent', () => {
  test('is read by the kind of each field, and what was left empty is absent', () => {
    expect(order.take(sent({}))).toEqual({
      number: 'HO-1',
      price: 1598,
      from: '2026-12-01',
      kind: 'new',
      parts: [],
    })
    const whole = sent({
      paid: '25.50',
      payments: '3',
      at: '2026-12-01T09:30',
      to: 'ann@example.com',
      words: ' two\r\nlines ',
    })
    for (const part of ['a', 'b']) whole.append('parts', part)
    expect(order.take(whole)).toMatchObject({
      paid: 2550,
      payments: 3,
      at: '2026-12-01T09:30',
      to: 'ann@example.com',
      parts: ['a', 'b'],
      words: 'two\nlines',
    })
  })

  test.each([
    ['1', 1],
    ['5,000', 5000],
  ])('may be the least and the most that a field takes: %s', (price, value) => {
    expect(order.take(sent({ price }))).toMatchObject({ price: value })
  })

  test.each([
    [{ number: '' }, 'number', 'Enter the policy number.'],
    [
      { number: '123456789' },
      'number',
      'Policy number must be one line of plain text, at most 8 characters.',
    ],
    [
      { number: 'HO-\u202e1' },
      'number',
      'Policy number must be one line of plain text, at most 8 characters.',
    ],
    [
      { price: '9000' },
      'price',
      'Price a year must be whole dollars from $1 to $5,000. Round cents to the nearest dollar.',
    ],
    [{ paid: '1.5' }, 'paid', 'Paid must be an amount such as 25 or 25.50, at most $1,000,000.'],
    [{ payments: '13' }, 'payments', 'Payments must be a whole number from 1 to 12.'],
    [{ from: '' }, 'from', 'From must be a date, such as 2026-12-01.'],
    [{ at: '2026-12-01' }, 'at', 'At must be a date and a time.'],
    [{ to: 'ann' }, 'to', 'Email must be an email address, like name@example.com.'],
    [{ kind: 'used' }, 'kind', 'Kind: choose one from the list.'],
    [{ parts: 'c' }, 'parts', 'what to send: choose from the list.'],
    [{ words: 'x'.repeat(21) }, 'words', 'Words must be plain text, at most 20 characters.'],
  ])('%j is refused at %s', (more, name, message) => {
    const { values, errors } = order.read(sent(more))
    expect(errors).toEqual([{ name, message }])
    expect(values).not.toHaveProperty(name)
  })
})

test('a refused form is drawn again with what was typed, and each problem beside its field', () => {
  const typed = sent({ price: 'a lot', words: '<b>' })
  const { form: again, errors, status } = refusalOf(() => order.take(typed))
  expect(status).toBe(400)
  const drawn = String(again.draw({ typed: { form: typed, errors } }))
  expect(drawn).toMatch(
    /id="price-error">Price a year must be[^<]*<\/p>\s*<input id="price"[^>]* aria-invalid="true"[^>]* value="a lot"/,
  )
  expect(drawn).toContain('<option value="new" selected>')
  expect(drawn).toContain('>&lt;b&gt;</textarea>')
  expect(drawn.match(/error-text/g)).toHaveLength(1)
})

test('a rule about the whole is refused beside the field that it names', () => {
  expect(order.refusal({ from: 'The day has passed.' })).toMatchObject({
    message: 'The day has passed.',
    errors: [{ name: 'from', message: 'The day has passed.' }],
  })
})

test('a page with several of the same form has an ID and a name for each, and shows what is known', () => {
  const drawn = String(
    order.draw({ within: 'o2', prefix: 'o2.', given: { number: 'HO-7' }, only: ['number'] }),
  )
  expect(drawn).toContain('<label for="o2-o2-number">Policy number</label>')
  expect(drawn).toMatch(/id="o2-o2-number" name="o2\.number"[^>]* value="HO-7" maxlength="8" required>/)
  expect(order.read(new URLSearchParams({ 'o2.number': 'HO-7' }), 'o2.').values).toMatchObject({
    number: 'HO-7',
  })
})
