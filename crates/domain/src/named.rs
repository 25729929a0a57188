//! Enums that have one text form: on the wire, in the database and in the description of the API.

/// Defines such an enum. `Name as "Other"` is for one that API clients know by another name.
macro_rules! named {
    (
        $(#[$doc:meta])*
        $name:ident $(as $schema:literal)? { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            pub fn from_name(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                let unknown = || serde::de::Error::unknown_variant(&text, &[$($text),+]);
                Self::from_name(&text).ok_or_else(unknown)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
                let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
                text.enum_values(Some(Self::ALL.iter().map(|value| value.name()))).into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                let names = [$($schema,)? stringify!($name)];
                names[0].into()
            }
        }
    };
}
pub(crate) use named;
