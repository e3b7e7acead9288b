//! The files of `tests/data/files`: what people have, and what goes wrong with it.

use std::io::{Cursor, Write};

use groundcheck_files::{FileError, Kind, Part, kind, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/../../tests/data/files/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn parts(name: &str) -> Vec<Part> {
    let bytes = file(name);
    read(kind(&bytes).unwrap(), &bytes).unwrap().parts
}

#[test]
fn a_workbook_is_a_part_a_sheet_with_its_rows_where_they_are() {
    let sheets = parts("orchard-q3.xlsx");
    let places: Vec<_> = sheets.iter().map(|sheet| sheet.place.as_deref().unwrap()).collect();
    assert_eq!(places, ["Segments", "Headcount", "Notes"]);
    assert_eq!(sheets[0].text.lines().nth(4), Some("Pruning\t4180.5\t3921\t6.62%"), "row 5 of the sheet");
    assert!(sheets[1].text.contains("Porto\t37\t2019-09-16"), "{}", sheets[1].text);
    assert!(sheets[2].text.ends_with("Shifts\t7:45"), "{}", sheets[2].text);
    for name in ["stock.xls", "stock.ods"] {
        assert_eq!(parts(name)[0].text, "Item\tPieces\nLadders\t48\nSaws\t131", "{name}");
    }
}

#[test]
fn a_word_document_keeps_its_headings_and_tables_and_leaves_out_what_was_deleted() {
    let [Part { place: None, text }] = &parts("storage-agreement.docx")[..] else { panic!("one part without a place") };
    assert!(
        text.starts_with("# Storage agreement\n# 1. Fee & term\nMarlow Freight stores up to 240 pallets"),
        "{text}"
    );
    assert!(text.contains("Notice is 90 days\n") && !text.contains("60 days"), "{text}");
    assert!(text.contains("| Handling out | pallet | £4.80 |\n"), "{text}");
    assert!(text.ends_with("is not claimed <by either side>."), "{text}");
}

#[test]
fn a_pdf_is_a_part_a_page_and_pages_without_text_are_named() {
    let bytes = file("tidewater.pdf");
    let contents = read(Kind::Pdf, &bytes).unwrap();
    assert_eq!(contents.without_text, [3]);
    let places: Vec<_> = contents.parts.iter().map(|page| page.place.as_deref().unwrap()).collect();
    assert_eq!(places, ["page 1", "page 2"]);
    assert!(
        contents.parts[0].text.contains("Inventories 57,390 61,204\nTotal current assets"),
        "{}",
        contents.parts[0].text
    );
    assert!(contents.parts[1].text.contains("term loan on\n30 June 2024 and drew"), "{}", contents.parts[1].text);
}

#[test]
fn what_cannot_be_read_has_a_reason_of_its_own() {
    let reason = |name: &str| {
        let bytes = file(name);
        read(kind(&bytes).unwrap(), &bytes).unwrap_err()
    };
    assert_eq!(reason("locked.pdf"), FileError::Locked);
    assert_eq!(reason("scan.pdf"), FileError::NoText(Kind::Pdf));
    assert_eq!(reason("empty.xlsx"), FileError::NoText(Kind::Workbook));
    assert!(FileError::NoText(Kind::Pdf).to_string().contains("OCR"));
    // Files that were cut off while they were copied.
    for name in ["tidewater.pdf", "stock.xls"] {
        let bytes = file(name);
        let cut = &bytes[..bytes.len() / 2];
        assert_eq!(read(kind(cut).unwrap(), cut), Err(FileError::Broken(kind(&bytes).unwrap())), "{name}");
    }
    assert_eq!(kind(&file("orchard-q3.xlsx")[..2_000]), None, "an archive without its end is none");
    assert_eq!(read(Kind::Docx, &file("orchard-q3.xlsx")), Err(FileError::Broken(Kind::Docx)));
}

#[test]
fn a_web_page_is_what_its_reader_sees() {
    let page = file("tide-tables.html");
    assert_eq!(kind(&page), Some(Kind::Html));
    let contents = read(Kind::Html, &page).unwrap();
    let expected = "# Tidewater Ferries – Q3 2024 key figures\n\n# Q3 2024 key figures\n\nIn thousands of euros, except where stated\n\
        | Route | Revenue | Revenue | Passengers¹ |\n| Route | Q3 2023 | Q3 2024 | Q3 2024 |\n\
        | Harbour | 1,140 | 1,265 | 88,200 |\n| Islands | 2,310 | 2,402² | 51,940 |\n\n\
        1. Number of single trips.\n2. Includes a refund of €38,000.\n\n\
        The crossing takes 35 minutes. A day ticket costs €14.50.";
    assert_eq!(contents.parts[0].text, expected);
    assert!(contents.parts[0].place.is_none() && contents.parts.len() == 1);
}

#[test]
fn text_is_left_to_others() {
    for bytes in [&b""[..], b"PK", b"%PD", b"Item,Pieces\n", b"\xff\xfe", b"<p>12</p>"] {
        assert_eq!(kind(bytes), None, "{bytes:?}");
    }
}

/// Files with bytes that were changed on the way: read or refused, never more.
#[test]
fn damaged_files_are_refused_at_worst() {
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    let mut read_whole = 0;
    let names = [
        "orchard-q3.xlsx",
        "stock.xls",
        "stock.ods",
        "storage-agreement.docx",
        "tidewater.pdf",
        "locked.pdf",
        "tide-tables.html",
    ];
    for name in names {
        let whole = file(name);
        let own = kind(&whole).unwrap();
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..4 {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                let at = usize::try_from(dice >> 32).unwrap() % bytes.len();
                bytes[at] = dice.to_le_bytes()[0];
            }
            read_whole += usize::from(read(own, &bytes).is_ok());
        }
    }
    std::panic::set_hook(quiet);
    assert!(read_whole > 0, "some bytes matter to nobody");
}

/// An archive of these files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A workbook of one sheet with these rows.
fn workbook(rows: &str) -> Vec<u8> {
    archive(&[
        ("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#),
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Plan &amp; more" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (
            "xl/styles.xml",
            r##"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>"##,
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!(
                "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{rows}</sheetData></worksheet>"
            ),
        ),
    ])
}

#[test]
fn a_cell_that_shows_a_percentage_is_one() {
    let bytes = workbook(
        r#"<row r="2"><c r="B2"><v>0.325</v></c><c r="C2" s="1"><v>0.325</v></c><c r="D2" s="1"><v>1</v></c></row>"#,
    );
    let contents = read(kind(&bytes).unwrap(), &bytes).unwrap();
    let [Part { place, text }] = &contents.parts[..] else { panic!("{contents:?}") };
    assert_eq!((place.as_deref(), text.as_str()), (Some("Plan & more"), "\n0.325\t32.5%\t100%"));
}

/// An OpenDocument workbook of one sheet with these rows.
fn open_document(rows: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"A\">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    );
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", "<manifest:manifest></manifest:manifest>"),
        ("content.xml", &content),
    ])
}

const ONE: &str = r#"office:value-type="float" office:value="1""#;

/// Found by fuzzing, and by looking for its kin: a few bytes that ask for gigabytes, or never end.
#[test]
fn a_workbook_that_asks_for_too_much_room_is_refused() {
    let long = "a".repeat(1_000_000);
    let wide = |rows: &str| {
        open_document(&format!(
            r#"<table:table-row table:number-rows-repeated="{rows}"><table:table-cell {ONE} table:number-columns-repeated="16000"/></table:table-row>"#
        ))
    };
    for bytes in [
        wide("1000"),
        wide("&#54;000"),
        open_document(&format!(
            r#"<table:table-row><table:table-cell office:value-type="string" office:string-value="{long}" table:number-columns-repeated="16000"/></table:table-row>"#
        )),
        open_document(&format!(
            r#"<table:table-row table:number-rows-repeated="20000"><table:table-cell {ONE}/><table:table-cell table:number-columns-repeated="16382"/><table:table-cell {ONE}/></table:table-row>"#
        )),
    ] {
        assert_eq!(read(kind(&bytes).unwrap(), &bytes), Err(FileError::TooMuch(Kind::Workbook)));
    }
    let circle = file("circle.xls");
    assert_eq!(read(kind(&circle).unwrap(), &circle), Err(FileError::Broken(Kind::Workbook)));
}

#[test]
fn cells_far_apart_are_only_lines_and_tabs() {
    let far =
        workbook(r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFC1048576"/><c><v>2</v></c></row>"#);
    let text = &read(kind(&far).unwrap(), &far).unwrap().parts[0].text;
    assert!(text.starts_with("1\n\n") && text.ends_with("\t\t2") && text.len() < 1_100_000, "{}", text.len());
    let rest = r#"<table:table-cell table:number-columns-repeated="16383"/>"#;
    let usual = open_document(&format!(
        r#"<table:table-row table:number-rows-repeated="6000"/><table:table-row><table:table-cell {ONE}/>{rest}</table:table-row><table:table-row table:number-rows-repeated="1048575">{rest}</table:table-row>"#
    ));
    assert_eq!(read(kind(&usual).unwrap(), &usual).unwrap().parts[0].text.trim_start(), "1");
}

#[test]
fn an_open_document_workbook_says_what_its_cells_show() {
    let cell = |attributes: &str, shown: &str| {
        format!(
            "<table:table-cell {attributes}><office:annotation><text:p>note</text:p></office:annotation><text:p>{shown}</text:p></table:table-cell>"
        )
    };
    let bytes = open_document(&format!(
        "<table:table-row>{}{}{}{}</table:table-row>",
        cell(r#"office:value-type="string""#, "Rent &amp; fees<text:s/>2024"),
        cell(r#"office:value-type="percentage" office:value="0.325""#, "32.50%"),
        cell(r#"office:value-type="date" office:date-value="2024-03-31""#, "31/03/24"),
        cell(r#"office:value-type="currency" office:value="1234.5""#, "1,234.50 €"),
    ));
    assert_eq!(
        read(kind(&bytes).unwrap(), &bytes).unwrap().parts[0].text,
        "Rent & fees 2024\t32.5%\t2024-03-31\t1234.5"
    );
}

/// A record of the old binary format.
fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
}

/// Its beginnings, of the book (5), a sheet (0x10) or a chart (0x20), and its end.
fn begin(kind: u16) -> Vec<u8> {
    record(0x0809, &[&0x0600_u16.to_le_bytes()[..], &kind.to_le_bytes(), &[0; 12]].concat())
}

fn end() -> Vec<u8> {
    record(0x000a, &[])
}

fn number(row: u16, column: u16) -> Vec<u8> {
    record(0x0203, &[&row.to_le_bytes()[..], &column.to_le_bytes(), &[0; 2], &7_f64.to_le_bytes()].concat())
}

/// A compound file with this stream.
fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new())).unwrap();
    file.create_stream(name).unwrap().write_all(stream).unwrap();
    file.flush().unwrap();
    file.into_inner().into_inner()
}

#[test]
fn a_workbook_with_a_password_is_locked() {
    for (name, reason) in
        [("/EncryptedPackage", FileError::Locked), ("/WordDocument", FileError::Broken(Kind::Workbook))]
    {
        assert_eq!(read(Kind::Workbook, &compound(name, b"packed")), Err(reason));
    }
}

/// A binary workbook: so many names for one sheet of these records.
fn binary(names: u8, records: &[Vec<u8>]) -> Vec<u8> {
    let globals = |sheet: u32| {
        let mut all = begin(5);
        for name in 0..names {
            all.extend(record(0x0085, &[&sheet.to_le_bytes()[..], &[0, 0, 1, 0, b'A' + name]].concat()));
        }
        [all, end()].concat()
    };
    let sheet = u32::try_from(globals(0).len()).unwrap();
    let book = [globals(sheet), begin(0x10), records.concat(), end()].concat();
    compound("/Workbook", &book)
}

#[test]
fn a_binary_workbook_is_checked_as_it_is_read() {
    let far = number(u16::MAX, u16::MAX);
    let chart = [begin(0x20), end()].concat();
    // Rows 100 to 2, and all the columns that there are.
    let dimensions = record(0x0200, &[100, 0, 0, 0, 2, 0, 0, 0, 0, 0, 255, 255, 0, 0]);
    let text = record(0x0207, &[1, 0, 0, b'x']);
    let too_much = Err(FileError::TooMuch(Kind::Workbook));
    for (bytes, expected) in [
        (binary(1, &[number(0, 0), far.clone()]), too_much.clone()),
        (binary(1, &[number(0, 0), chart, far.clone()]), too_much.clone()),
        (binary(1, &[text, far]), too_much),
        // Each would be a sheet of its own, with cells of its own.
        (binary(2, &[number(0, 0)]), Err(FileError::Broken(Kind::Workbook))),
        (binary(1, &[dimensions, number(0, 0), number(1, 2)]), Ok("7\n\t\t7".to_owned())),
    ] {
        assert_eq!(read(kind(&bytes).unwrap(), &bytes).map(|contents| contents.parts[0].text.clone()), expected);
    }
}
