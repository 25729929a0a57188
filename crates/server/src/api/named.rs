//! Enums of the domain on the wire: the one name each has, listed in the API's description.

/// `wire_enum!(State, "BillState", BillState)` makes `State`, which is written as the domain's name.
macro_rules! wire_enum {
    ($(#[$doc:meta])* $wire:ident, $schema:literal, $domain:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $wire(pub $domain);

        impl serde::Serialize for $wire {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.name())
            }
        }

        impl utoipa::PartialSchema for $wire {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
                let names = <$domain>::ALL.iter().map(|value| value.name());
                ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some(names)).into()
            }
        }

        impl utoipa::ToSchema for $wire {
            fn name() -> std::borrow::Cow<'static, str> {
                $schema.into()
            }
        }
    };
}
pub(crate) use wire_enum;
