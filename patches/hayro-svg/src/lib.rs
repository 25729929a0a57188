//! The part of hayro-svg that typst-svg names: it would draw a page of a PDF, and none can be loaded.

use std::marker::PhantomData;

use hayro::hayro_interpret::InterpreterSettings;
use hayro_syntax::page::Page;

#[derive(Default)]
pub struct RenderCache<'a>(PhantomData<&'a ()>);

impl RenderCache<'_> {
    pub fn new() -> Self {
        Self::default()
    }
}

pub struct SvgRenderSettings {
    pub bg_color: [u8; 4],
}

pub fn convert<'a>(
    _: &'a Page<'a>,
    _: &RenderCache<'a>,
    _: &InterpreterSettings,
    _: &SvgRenderSettings,
) -> String {
    String::new()
}
