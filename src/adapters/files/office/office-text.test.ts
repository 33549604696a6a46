import fc from 'fast-check'
import { expect, test } from 'vitest'
import { officeText } from './office-text.ts'
import { zipOf } from './zip-of.ts'

const relations = (list: Readonly<Record<string, string>>): string =>
  `<Relationships>${Object.entries(list)
    .map(([id, target]) => `<Relationship Id="${id}" Type="x/${id}" Target="${target}"/>`)
    .join('')}</Relationships>`

const docx = {
  'word/styles.xml':
    '<w:styles><w:style w:styleId="Titre1"><w:name w:val="heading 1"/></w:style></w:styles>',
  'word/document.xml': `<?xml version="1.0"?><w:document><w:body>
    <w:p><w:pPr><w:pStyle w:val="Titre1"/></w:pPr><w:r><w:t>Firing</w:t></w:r></w:p>
    <w:p><w:r><w:t xml:space="preserve">Nine </w:t></w:r><w:del><w:r><w:delText>ten</w:delText></w:r></w:del><w:r><w:t>hours &amp; more</w:t></w:r></w:p>
    <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Open the damper</w:t></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Glaze</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Cone</w:t></w:r></w:p></w:tc></w:tr>
    <w:tr><w:tc><w:p><w:r><w:t>Celadon</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>9</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
    </w:body></w:document>`,
  'docProps/core.xml': '<cp:coreProperties><dc:title>Kiln manual</dc:title></cp:coreProperties>',
}

test('a Word document is Markdown: headings by their style, lists, tables, without what was deleted', () => {
  expect(officeText(zipOf(docx), 'docx')).toEqual({
    title: 'Kiln manual',
    text: '# Firing\n\nNine hours & more\n\n- Open the damper\n\n| Glaze | Cone |\n| --- | --- |\n| Celadon | 9 |\n',
  })
})

test('a presentation has its slides in the order they are shown, with the notes of each', () => {
  const slide = (title: string, line: string): string =>
    `<p:sld><p:sp><p:ph type="title"/><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp>
     <p:sp><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:sp>
     <p:sp><p:ph type="sldNum"/><a:p><a:fld><a:t>7</a:t></a:fld></a:p></p:sp></p:sld>`
  const files = {
    'ppt/presentation.xml':
      '<p:presentation><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations({
      a: 'slides/slide1.xml',
      b: '/ppt/slides/slide2.xml',
    }),
    'ppt/slides/slide1.xml': slide('Costs', 'The crane is hired.'),
    'ppt/slides/slide2.xml': slide('Harbour', 'The crane lifts 40 tonnes.'),
    'ppt/slides/_rels/slide2.xml.rels': relations({ notesSlide: '../notesSlides/one.xml' }),
    'ppt/notesSlides/one.xml':
      '<p:notes><p:sp><a:p><a:t>Say who pays.</a:t></a:p></p:sp></p:notes>',
  }
  expect(officeText(zipOf(files), 'pptx')).toEqual({
    text: '# Slide 1: Harbour\n\nThe crane lifts 40 tonnes.\n\nNotes: Say who pays.\n\n# Slide 2: Costs\n\nThe crane is hired.\n',
  })
})

test('a workbook has a table a sheet, every value in its column', () => {
  const files = {
    'xl/workbook.xml': '<workbook><sheet name="Prices" sheetId="1" r:id="s"/></workbook>',
    'xl/_rels/workbook.xml.rels': relations({ s: 'worksheets/sheet1.xml' }),
    'xl/sharedStrings.xml':
      '<sst><si><t>Item</t></si><si><r><t>Oak </t></r><r><t>plank</t></r></si></sst>',
    'xl/worksheets/sheet1.xml': `<sheetData><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c></row>
      <row/><row><c r="A3" t="s"><v>1</v></c><c r="B3"><f>5*2.5</f><v>12.5</v></c></row><row><c r="B4"><v>3</v></c></row></sheetData>`,
  }
  expect(officeText(zipOf(files), 'xlsx')).toEqual({
    text: '# Prices\n\n| Item | Price |\n| --- | --- |\n| Oak plank | 12.5 |\n|  | 3 |\n',
  })
})

test('what is no archive, lacks its main part, or unfolds without end is passed over', () => {
  expect(officeText(Buffer.from('hello'), 'docx')).toBe('damaged')
  expect(officeText(zipOf({ 'a.txt': 'x' }), 'docx')).toBe('damaged')
  const bomb = zipOf({ 'word/document.xml': `<w:t>${' '.repeat(33 * 1024 * 1024)}</w:t>` })
  expect(bomb.length).toBeLessThan(100_000)
  expect(officeText(bomb, 'docx')).toBe('too_large')
})

test('no damage throws', () => {
  const whole = zipOf(docx)
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1 })
  fc.assert(
    fc.property(damage, (changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, value] of changes) bytes[at] = value
      expect(() => officeText(bytes, 'docx')).not.toThrow()
    }),
    { numRuns: 200 },
  )
})
