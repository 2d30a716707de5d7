import { expect, test } from 'vitest'
import { whoIsInsured } from './read-names.ts'

const known = ['Ada M. Lovelace', 'José García-Márquez Jr.']

test.each([
  'Named Insured: Ada Lovelace',
  'NAMED INSURED ADA MARIE LOVELACE 12 Elm Street',
  'Lovelace, Ada',
  'Insured: LOVELACE ADA M',
  'Policyholder\nAda M Lovelace',
  'Named insureds: Jose Garcia Marquez',
  'JOSÉ GARCÍA-MÁRQUEZ',
])('%j names somebody whom we know', text => {
  expect(whoIsInsured(text, known)).toBe('known')
})

test.each([
  'Named Insured: Charles Babbage',
  'Named Insured and Address\nCharles X. Babbage\n1 Dorset Street',
  'POLICYHOLDER: BABBAGE CHARLES',
])('%j names somebody else', text => {
  expect(whoIsInsured(text, known)).toBe('another')
})

test.each([
  ['nobody is named', 'Personal Auto Policy Declarations'],
  ['only the last name agrees, as of a spouse', 'Named Insured: William Lovelace'],
  ['only the first name agrees, as after a wedding', 'Named Insured: Ada Byron'],
  ['the name is in two places', 'Named Insured: Ada Byron. Agent: John Lovelace'],
  ['the name is no name', 'Named Insured: 12345'],
])('it is unclear when %s', (_name, text) => {
  expect(whoIsInsured(text, known)).toBe('unclear')
})

test('without a name to compare with nothing is sure', () => {
  expect(whoIsInsured('Named Insured: Charles Babbage', [])).toBe('unclear')
  expect(whoIsInsured('Named Insured: Charles Babbage', ['Cher'])).toBe('unclear')
})

test('a page of nothing but marks in the wrong order is read in no time', () => {
  const marks = '\u0315'.repeat(200_000) + '\u0316'.repeat(200_000)
  expect(whoIsInsured(`Named Insured: Ada${marks} Lovelace`, known)).toBe('known')
})
