//! Places that a worker chooses as addresses of trips.

use liksa_domain::address::PlaceDetails;

use crate::prelude::*;

/// A place that a person wrote down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPlace {
    pub id: OwnPlaceId,
    pub details: PlaceDetails,
}

/// The addresses of one earlier trip.
struct TripAddresses {
    start: String,
    way_points: String,
    stop: String,
}

read_row! { OwnPlace { id } flat { details } }
read_row! { PlaceDetails { name, address } }
read_row! { TripAddresses { start = "address_start", way_points, stop = "address_stop" } }

pub(crate) const OWN_PLACES: &str =
    "SELECT id, name, address FROM own_place WHERE person_id = $1 ORDER BY name, address";
pub(crate) const TRIP_ADDRESSES: &str = "SELECT r.address_start, r.way_points, r.address_stop FROM bill b JOIN bill_row r ON r.bill_id = b.id \
     WHERE b.person_id = $1 AND r.address_start <> '' ORDER BY r.id DESC LIMIT $2";

store_methods! {
    /// What a person wrote down, by name.
    pub async fn own_places(person: PersonId) -> Vec<OwnPlace> = fetch_all OWN_PLACES;

    /// Whether a person wants no search for addresses.
    pub async fn address_search_disabled(person: PersonId) -> Option<bool> = find_value
        "SELECT disable_address_search FROM person WHERE id = $1";
}

impl Store {
    /// The addresses of a person's newest rows with a trip, those of the newest first, as often as they come.
    pub async fn trip_addresses(&self, person: PersonId, rows: i64) -> StoreResult<Vec<String>> {
        let trips: Vec<TripAddresses> = self.fetch_all(sql!(TRIP_ADDRESSES => person, rows)).await?;
        let addresses = trips.into_iter().flat_map(|TripAddresses { start, way_points, stop }| {
            let between: Vec<String> = way_points.lines().map(str::to_owned).collect();
            [stop].into_iter().chain(between).chain([start])
        });
        Ok(addresses.filter(|address| !address.is_empty()).collect())
    }
}

tx_methods! {
    /// Removes a place of the person; false if there is none of this id.
    pub async fn delete_own_place(person: PersonId, id: OwnPlaceId) -> bool = try_change
        "DELETE FROM own_place WHERE person_id = $1 AND id = $2";

    pub async fn insert_own_place(id: OwnPlaceId, person: PersonId, details: &PlaceDetails, at: Timestamp) = change_one
        "INSERT INTO own_place (id, person_id, name, address, created_at) VALUES ($1, $2, $3, $4, $5)"
        => id, person, details.name, details.address, at;
}

impl Tx {
    /// The places of a person, which do not change until this transaction ends.
    pub async fn lock_own_places(&mut self, person: PersonId) -> StoreResult<Vec<OwnPlace>> {
        // Locks the person, so that two requests at once cannot both be under the limit.
        let _: Option<PersonId> =
            self.find_value(sql!("SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE" => person)).await?;
        self.fetch_all(sql!(OWN_PLACES => person)).await
    }
}
