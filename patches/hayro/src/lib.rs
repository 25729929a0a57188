//! The part of hayro that typst-svg names: settings for drawing a PDF, which nothing reads.

pub mod hayro_interpret {
    use std::sync::Arc;

    pub struct InterpreterSettings {
        pub font_resolver:
            Arc<dyn Fn(&font::FontQuery) -> Option<(font::FontData, u32)> + Send + Sync>,
        pub cmap_resolver: Arc<dyn Fn(()) -> Option<&'static [u8]> + Send + Sync>,
        pub warning_sink: Arc<dyn Fn(()) + Send + Sync>,
        pub render_annotations: bool,
    }

    pub mod font {
        use std::sync::Arc;

        pub type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

        pub enum FontQuery {
            Standard(StandardFont),
            Fallback(FallbackFontQuery),
        }

        pub enum FallbackFontQuery {}

        impl FallbackFontQuery {
            pub fn pick_standard_font(&self) -> StandardFont {
                match *self {}
            }
        }

        #[derive(Clone, Copy)]
        pub enum StandardFont {
            Helvetica,
            HelveticaBold,
            HelveticaOblique,
            HelveticaBoldOblique,
            Courier,
            CourierBold,
            CourierOblique,
            CourierBoldOblique,
            TimesRoman,
            TimesBold,
            TimesItalic,
            TimesBoldItalic,
            ZapfDingBats,
            Symbol,
        }
    }
}
