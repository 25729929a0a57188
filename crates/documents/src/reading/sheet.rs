//! A page of a PDF as dots and text.
//!
//! Only what codes consist of is drawn faithfully: shapes, letters (of barcode fonts) and pictures in plain colours.
//! Patterns are left out, and clips are the rectangles around them.

use std::sync::Arc;

use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::xref::XRef;
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, StrokeProps, TransformExt, interpret_page,
};
use tiny_skia::{Color, FilterQuality, Mask, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};

use super::codes::{Grey, codes_of_photo};
use super::picture::{Picture, grey_of};
use crate::pdf::FONTS;

/// Of a page; larger pages are drawn smaller.
const MOST_DOTS: f64 = 16_000_000.0;
/// Of a picture on it; larger ones are left out.
const MOST_DOTS_OF_PICTURE: u64 = 40_000_000;
/// Of a page that are looked at by themselves.
const MOST_PICTURES: usize = 4;
const MOST_TEXT_BYTES: usize = 1_000_000;

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Looking {
    AtThePage,
    /// Each picture on it, in its own dots.
    AtPictures,
}

pub(super) struct Sheet {
    canvas: Pixmap,
    clips: Vec<Rect>,
    /// The dots within the last clip, once something is drawn across its edge.
    mask: Option<Mask>,
    looking: Looking,
    pictures: usize,
    /// Texts of codes in the pictures.
    pub codes: Vec<String>,
    /// All that is written and seen, a line for each line of it.
    pub text: String,
    baseline: f64,
}

impl Sheet {
    /// None where the page has no sensible size.
    pub(super) fn of<'a>(
        page: &Page<'a>,
        xref: &'a XRef,
        cache: &InterpreterCache<'a>,
        scale: f64,
        looking: Looking,
    ) -> Option<Self> {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let scale = scale.min((MOST_DOTS / (width * height)).sqrt());
        let canvas = Pixmap::new(dots(width * scale)?, dots(height * scale)?)?;
        let whole = Rect::new(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()));
        let mut sheet = Self {
            canvas,
            clips: vec![whole],
            mask: None,
            looking,
            pictures: 0,
            codes: vec![],
            text: String::new(),
            baseline: f64::NAN,
        };
        sheet.canvas.fill(Color::WHITE);
        let transform = Affine::scale(scale) * page.initial_transform(true).to_kurbo();
        // Letters of fonts that are not in the file are drawn in ours: their text is what counts.
        let settings = InterpreterSettings {
            font_resolver: Arc::new(|_| Some((Arc::new(FONTS[0]), 0))),
            ..InterpreterSettings::default()
        };
        let mut context = Context::new(transform, whole, cache, xref, settings);
        interpret_page(page, &mut context, &mut sheet);
        Some(sheet)
    }

    pub(super) fn grey(&self) -> Option<Grey> {
        let of = |dot: &[u8]| match dot {
            [red, green, blue, _] => grey_of([*red, *green, *blue]),
            _ => u8::MAX,
        };
        let dots = self.canvas.data().chunks_exact(4).map(of).collect();
        Grey::new(self.canvas.width(), self.canvas.height(), dots)
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(Rect::ZERO)
    }

    fn push(&mut self, clip: Rect) {
        self.clips.push(self.clip().intersect(clip));
        self.mask = None;
    }

    /// Whether something within these bounds is seen. The mask is made if it is seen in part.
    fn is_seen(&mut self, bounds: Rect) -> bool {
        let clip = self.clip();
        // Lines have no area.
        let bounds = bounds.inflate(1.0, 1.0);
        if !bounds.is_finite() || clip.area() <= 0.0 || !clip.overlaps(bounds) {
            return false;
        }
        if self.mask.is_none() && !clip.contains_rect(bounds.intersect(self.whole())) {
            self.mask = self.mask_of(clip);
        }
        true
    }

    fn whole(&self) -> Rect {
        self.clips.first().copied().unwrap_or(Rect::ZERO)
    }

    fn mask_of(&self, clip: Rect) -> Option<Mask> {
        let mut mask = Mask::new(self.canvas.width(), self.canvas.height())?;
        let path = path_of(&clip.to_path(0.1))?;
        mask.fill_path(&path, tiny_skia::FillRule::Winding, false, Transform::identity());
        Some(mask)
    }

    fn fill(&mut self, path: &BezPath, transform: Affine, paint: &Paint<'_>, rule: FillRule) {
        let Some(paint) = paint_of(paint) else { return };
        if self.looking == Looking::AtPictures
            || !self.is_seen(transform.transform_rect_bbox(path.bounding_box()))
        {
            return;
        }
        let rule = match rule {
            FillRule::NonZero => tiny_skia::FillRule::Winding,
            FillRule::EvenOdd => tiny_skia::FillRule::EvenOdd,
        };
        if let Some(path) = path_of(path) {
            self.canvas.fill_path(&path, &paint, rule, transform_of(transform), self.mask.as_ref());
        }
    }

    fn stroke(&mut self, path: &BezPath, transform: Affine, paint: &Paint<'_>, line: &StrokeProps) {
        let Some(paint) = paint_of(paint) else { return };
        let width = f64::from(line.line_width.max(0.0));
        let bounds = path.bounding_box().inflate(width, width);
        if self.looking == Looking::AtPictures || !self.is_seen(transform.transform_rect_bbox(bounds)) {
            return;
        }
        let stroke = Stroke { width: line.line_width.max(0.0), ..Stroke::default() };
        if let Some(path) = path_of(path) {
            self.canvas.stroke_path(&path, &paint, &stroke, transform_of(transform), self.mask.as_ref());
        }
    }

    /// Words on one line are apart by a space.
    fn write(&mut self, glyph_run: &GlyphRun<'_, '_>, transform: Affine) {
        let Some(first) = glyph_run.glyphs().first() else { return };
        let baseline = (transform * first.transform() * Point::ZERO).y;
        if self.text.len() > MOST_TEXT_BYTES {
            return;
        }
        self.text.push(if (baseline - self.baseline).abs() < 1.0 { ' ' } else { '\n' });
        self.baseline = baseline;
        for glyph in glyph_run.glyphs() {
            match glyph.as_unicode() {
                Some(BfString::Char(letter)) => self.text.push(letter),
                Some(BfString::String(letters)) => self.text.push_str(&letters),
                None => self.text.push(char::REPLACEMENT_CHARACTER),
            }
        }
    }

    fn put(&mut self, picture: &Picture, transform: Affine) {
        if self.looking == Looking::AtPictures {
            let Some(grey) = picture.on_white() else { return };
            self.codes.extend(codes_of_photo(&grey));
            return;
        }
        let Some(dots) = picture.pixmap() else { return };
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        self.canvas.draw_pixmap(0, 0, dots.as_ref(), &paint, transform_of(transform), self.mask.as_ref());
    }
}

impl<'a> Device<'a> for Sheet {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        match draw_mode {
            DrawMode::Fill(rule) => self.fill(path, props.transform, &props.paint, *rule),
            DrawMode::Stroke(line) => self.stroke(path, props.transform, &props.paint, line),
            DrawMode::FillAndStroke(rule, line) => {
                self.fill(path, props.transform, &props.paint, *rule);
                self.stroke(path, props.transform, &props.paint, line);
            }
            DrawMode::Invisible => {}
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        self.push(clip_path.path.bounding_box());
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, glyph_run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, draw_mode: &DrawMode) {
        if matches!(draw_mode, DrawMode::Invisible) {
            return;
        }
        self.write(glyph_run, props.transform);
        for glyph in glyph_run.glyphs() {
            let place = glyph.transform();
            match &**glyph {
                Glyph::Outline(letter) => {
                    self.fill(&letter.outline(), props.transform * place, &props.paint, FillRule::NonZero);
                }
                Glyph::Type3(letter) => letter.interpret(self, props.transform, place, &props.paint),
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (width, height) = (image.width(), image.height());
        let sides = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let is_large = u64::from(width) * u64::from(height) > MOST_DOTS_OF_PICTURE;
        if is_large || !self.is_seen(props.transform.transform_rect_bbox(sides)) {
            return;
        }
        self.pictures += 1;
        let shrink = match self.looking {
            Looking::AtPictures if self.pictures > MOST_PICTURES => return,
            Looking::AtPictures => 1,
            // As many of its dots in each direction as make one of the page.
            Looking::AtThePage => dots(1.0 / props.transform.determinant().abs().sqrt()).unwrap_or(1).max(1),
        };
        let transform = |(x, y): (f32, f32), shrink: u32| {
            let shrink = f64::from(shrink);
            props.transform * Affine::scale_non_uniform(f64::from(x) * shrink, f64::from(y) * shrink)
        };
        match image {
            Image::Stencil(stencil) => stencil.with_stencil(
                |shape, paint| {
                    let Paint::Color(colour) = paint else { return };
                    let [red, green, blue, _] = colour.to_rgba().to_rgba8();
                    let picture = Picture::of_shape(&shape, grey_of([red, green, blue]), shrink);
                    self.put(&picture, transform(shape.scale_factors, shrink));
                },
                None,
            ),
            Image::Raster(raster) => raster.with_rgba(
                |dots, alpha| {
                    let picture = Picture::of_raster(&dots, alpha.as_ref(), shrink);
                    self.put(&picture, transform(dots.scale_factors(), shrink));
                },
                None,
            ),
        }
    }

    fn pop_clip(&mut self) {
        if self.clips.len() > 1 {
            self.clips.pop();
        }
        self.mask = None;
    }

    fn pop_transparency_group(&mut self) {}
}

/// None for patterns.
fn paint_of(paint: &Paint<'_>) -> Option<tiny_skia::Paint<'static>> {
    let Paint::Color(colour) = paint else { return None };
    let [red, green, blue, alpha] = colour.to_rgba().to_rgba8();
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha);
    Some(paint)
}

fn path_of(path: &BezPath) -> Option<Path> {
    let mut drawn = PathBuilder::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) => drawn.move_to(single(to.x), single(to.y)),
            PathEl::LineTo(to) => drawn.line_to(single(to.x), single(to.y)),
            PathEl::QuadTo(one, to) => {
                drawn.quad_to(single(one.x), single(one.y), single(to.x), single(to.y))
            }
            PathEl::CurveTo(one, two, to) => drawn.cubic_to(
                single(one.x),
                single(one.y),
                single(two.x),
                single(two.y),
                single(to.x),
                single(to.y),
            ),
            PathEl::ClosePath => drawn.close(),
        }
    }
    drawn.finish()
}

fn transform_of(transform: Affine) -> Transform {
    let [sx, ky, kx, sy, tx, ty] = transform.as_coeffs().map(single);
    Transform::from_row(sx, ky, kx, sy, tx, ty)
}

#[expect(clippy::cast_possible_truncation, reason = "a place on a page needs no more digits")]
fn single(number: f64) -> f32 {
    number as f32
}

/// None for what is no number of dots.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared before")]
fn dots(number: f64) -> Option<u32> {
    (1.0..MOST_DOTS).contains(&number).then_some(number as u32)
}
