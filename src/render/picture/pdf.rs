//! Pages as a PDF document: each with one picture in pixels.

use super::paper::UNITS_PER_INCH;
use super::raster::{RasterError, pixels};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// Pixels for each unit of a page: 192 an inch.
pub const PDF_SCALE: f32 = 2.0;
/// Points in an inch.
const POINTS_PER_INCH: f64 = 72.0;

/// Renders SVG drawings as a PDF document whose pages have this size, in units of 96 an inch.
///
/// # Errors
/// If a page cannot be rendered.
pub fn pdf(pages: &[String], (width, height): (f64, f64)) -> Result<Vec<u8>, RasterError> {
    let mut document = PdfDocument::default();
    let kids: Vec<String> = (0..pages.len())
        .map(|page| format!("{} 0 R", 3 + 3 * page))
        .collect();
    document.add("<< /Type /Catalog /Pages 2 0 R >>", None);
    let list = format!(
        "<< /Type /Pages /Kids [{}] /Count {} >>",
        kids.join(" "),
        pages.len()
    );
    document.add(&list, None);
    let [width, height] =
        [width, height].map(|own| format!("{:.2}", own / UNITS_PER_INCH * POINTS_PER_INCH));
    for page in pages {
        let number = document.offsets.len() + 1;
        let entry = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {} 0 R \
             /Resources << /XObject << /P {} 0 R >> >> >>",
            number + 1,
            number + 2
        );
        document.add(&entry, None);
        let shown = format!("{width} 0 0 {height} 0 0 cm /P Do");
        document.add("<< /Length LENGTH >>", Some(shown.as_bytes()));
        let picture = pixels(page, PDF_SCALE)?;
        let colours = picture.pixels().iter();
        let colours: Vec<u8> = colours
            .flat_map(|own| [own.red(), own.green(), own.blue()])
            .collect();
        let entry = format!(
            "<< /Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceRGB \
             /BitsPerComponent 8 /Filter /FlateDecode /Length LENGTH >>",
            picture.width(),
            picture.height()
        );
        document.add(&entry, Some(&compressed(&colours)));
    }
    Ok(document.finish())
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes every byte")
}

/// The objects of a document, with their offsets for the table at its end.
#[derive(Default)]
struct PdfDocument {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl PdfDocument {
    /// Adds an object; in `entry`, `LENGTH` stands for the length of the stream.
    fn add(&mut self, entry: &str, stream: Option<&[u8]>) {
        if self.bytes.is_empty() {
            self.bytes.extend(b"%PDF-1.4\n");
        }
        self.offsets.push(self.bytes.len());
        let length = stream.map_or(0, <[u8]>::len).to_string();
        let entry = entry.replace("LENGTH", &length);
        self.bytes
            .extend(format!("{} 0 obj\n{entry}\n", self.offsets.len()).bytes());
        if let Some(stream) = stream {
            self.bytes.extend(b"stream\n");
            self.bytes.extend(stream);
            self.bytes.extend(b"\nendstream\n");
        }
        self.bytes.extend(b"endobj\n");
    }

    /// Adds the table of offsets and the end.
    fn finish(mut self) -> Vec<u8> {
        let table = self.bytes.len();
        let count = self.offsets.len() + 1;
        let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for offset in &self.offsets {
            end += &format!("{offset:010} 00000 n \n");
        }
        end += &format!("trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
        self.bytes.extend(end.bytes());
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::paper::Paper;
    use super::*;

    #[test]
    fn the_table_of_a_document_leads_to_its_objects() {
        let page = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"794\" height=\"1123\" \
                    viewBox=\"0 0 794 1123\"><rect width=\"400\" height=\"9\"/></svg>";
        let bytes = pdf(&[page.to_owned(), page.to_owned()], Paper::A4.size()).unwrap();
        let find = |text: &[u8]| {
            let mut places = bytes.windows(text.len());
            places.position(|own| own == text).unwrap()
        };
        let table = find(b"xref\n0 9\n");
        let told = String::from_utf8_lossy(&bytes[table..]).into_owned();
        assert!(told.ends_with(&format!("startxref\n{table}\n%%EOF\n")));
        let lines = told.lines().skip(3).take(8);
        for (number, line) in (1..).zip(lines) {
            let at: usize = line[..10].parse().unwrap();
            let wanted = format!("{number} 0 obj\n");
            assert_eq!(&bytes[at..at + wanted.len()], wanted.as_bytes());
        }
    }
}
