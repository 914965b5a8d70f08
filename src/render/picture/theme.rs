//! Themes and the style sheet of pictures.

pub(super) use crate::palette::COLOURS;
pub use crate::palette::Palette;

/// Background of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark ink on a light background.
    Light,
    /// Light ink on a dark background.
    Dark,
    /// Light or dark, as the viewer's system is set. Programs that cannot read this setting show
    /// the light theme.
    #[default]
    Auto,
}

/// Colour of letters on a light or dark piece: black or white, of which one has a contrast of at
/// least 4.5 with any colour.
pub(super) fn ink_on(is_light: bool) -> &'static str {
    if is_light { "#000000" } else { "#ffffff" }
}

/// Style sheet of all pictures of boards.
pub fn style_sheet(theme: Theme) -> String {
    let mut sheet = match theme {
        Theme::Light | Theme::Auto => ground(false),
        Theme::Dark => ground(true),
    };
    for (number, (colour, dark_letters)) in (0..).zip(COLOURS) {
        let letters = ink_on(dark_letters);
        sheet += &format!(".p{number}{{fill:{colour}}}.t{number}{{fill:{letters}}}");
    }
    sheet += ".piece{stroke-width:2}.link{fill:none;stroke-width:6;stroke-dasharray:2 8;\
              stroke-linecap:round}\
              .gate{fill:none;stroke-width:3;stroke-dasharray:6 6}\
              .wish{fill:none;stroke-width:4;stroke-dasharray:10 6}\
              .names{fill:#ffffff}\
              text{font-family:Ubuntu,'DejaVu Sans',Verdana,sans-serif;text-anchor:middle}";
    if theme == Theme::Auto {
        sheet += &format!("@media (prefers-color-scheme:dark){{{}}}", ground(true));
    }
    sheet
}

fn ground(dark: bool) -> String {
    let (page, frame, floor, ink) = if dark {
        ("#16181d", "#5b6270", "#23262e", "#e8e8e8")
    } else {
        ("#ffffff", "#4a4f5a", "#eef0f3", "#1b1b1b")
    };
    format!(
        ".page{{fill:{page}}}.frame{{fill:{frame}}}.floor{{fill:{floor}}}.wall{{fill:{frame}}}\
         .piece{{stroke:{frame}}}.link,.gate,.wish{{stroke:{ink}}}.word{{fill:{ink}}}"
    )
}
