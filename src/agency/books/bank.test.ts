import { expect, test } from 'vitest'
import { readBankFile } from './bank.ts'

const OFX_1 = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><DTSTART>20261101
<STMTTRN>
<TRNTYPE>CHECK
<DTPOSTED>20261104120000[-5:EST]
<TRNAMT>-1,320.50
<FITID>20261104-1
<CHECKNUM>2041
<NAME>Harbor Mutual
<STMTTRN>
<TRNTYPE>DEP
<DTPOSTED>20261105
<TRNAMT>1480.00
<FITID>20261105-7
<MEMO>DEPOSIT slip17
</BANKTRANLIST><LEDGERBAL><BALAMT>159.50</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const OFX_2 = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20261104</DTPOSTED><TRNAMT>-1320.50</TRNAMT><FITID>20261104-1</FITID><CHECKNUM>2041</CHECKNUM><NAME>Harbor Mutual</NAME></STMTTRN>
<STMTTRN><DTPOSTED>20261105</DTPOSTED><TRNAMT>+1480</TRNAMT><FITID>20261105-7</FITID><MEMO>DEPOSIT slip17</MEMO></STMTTRN></BANKTRANLIST></OFX>`

const LINES = [
  { line_id: '20261104-1', on: '2026-11-04', cents: -132_050, words: '2041 Harbor Mutual' },
  { line_id: '20261105-7', on: '2026-11-05', cents: 148_000, words: 'DEPOSIT slip17' },
]

test.each([
  ['1, which closes no tags', OFX_1],
  ['2, which is XML', OFX_2],
])('reads OFX %s: the bank’s number, day, signed amount and words of each line', (_, text) => {
  expect(readBankFile(text)).toEqual(LINES)
})

test.each(['DTPOSTED', 'TRNAMT'])('names the transaction without %s', tag => {
  const text = OFX_2.replaceAll(new RegExp(`<${tag}>[^<]*</${tag}>(?=.*</BANKTRANLIST>)`, 'g'), '')
  expect(readBankFile(text)).toBe('Transaction 2 of the file has no date or no amount.')
})

test('reads a CSV of debits and credits as it reads one of amounts, and tells equal lines apart', () => {
  const both = readBankFile('Date,Description,Debit,Credit\n11/04/2026,Fee,1.50,\n11/04/2026,Fee,1.50,\n')
  const one = readBankFile('Date,Description,Amount\n2026-11-04,Fee,-1.50\n2026-11-04,Fee,-1.50\n')
  expect(both).toEqual(one)
  expect(new Set((both as { line_id: string }[]).map(({ line_id }) => line_id)).size).toBe(2)
})
