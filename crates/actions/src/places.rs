//! Places that a worker chooses as addresses of trips instead of searching for them.

use liksa_domain::address::{
    MOST_OWN_PLACES, MOST_TRIP_PLACES, Place, PlaceDetails, PlaceKind, offered, whole_address,
};

use crate::prelude::*;

/// Rows that are looked through for addresses of earlier trips. Many name the same ones.
const TRIPS_LOOKED_THROUGH: i64 = 100;

/// Home, what the person wrote down, the customers' addresses and those of earlier trips, in this order; each once.
pub async fn list(context: &Context, person: PersonId) -> Result<Vec<Place>> {
    let store = &context.store;
    let account = store.own_account(person).await?.ok_or(Error::NotFound)?;
    let home = &account.profile;
    let place = |kind, name: &str, address: String| Place { kind, id: None, name: name.into(), address };
    let mut places = vec![];
    if !home.address.trim().is_empty() {
        let address = whole_address(&home.address, &account.postal_code, &home.city);
        places.push(place(PlaceKind::Home, "", address));
    }
    places.extend(store.own_places(person).await?.into_iter().map(own));
    for customer in store.saved_customers(person).await? {
        let company = &customer.customer.details;
        let address = whole_address(&company.address, &company.postal_code, &company.city);
        places.push(place(PlaceKind::Customer, &company.name, address));
    }
    let trips = store.trip_addresses(person, TRIPS_LOOKED_THROUGH).await?;
    places.extend(trips.into_iter().map(|address| place(PlaceKind::Trip, "", address)));
    let mut places = offered(places);
    let mut trips = 0;
    places.retain(|place| {
        trips += usize::from(place.kind == PlaceKind::Trip);
        place.kind != PlaceKind::Trip || trips <= MOST_TRIP_PLACES
    });
    Ok(places)
}

fn own(OwnPlace { id, details }: OwnPlace) -> Place {
    Place { kind: PlaceKind::Own, id: Some(id), name: details.name, address: details.address }
}

/// Writes a place down. The same again is the one that is there.
pub async fn add(context: &Context, person: PersonId, details: PlaceDetails) -> Result<Place> {
    let mut tx = context.store.begin().await?;
    let places = tx.lock_own_places(person).await?;
    let count = places.len();
    if let Some(same) = places.into_iter().find(|place| place.details == details) {
        return Ok(own(same));
    }
    require(count < MOST_OWN_PLACES, ErrorKey::TooManyPlaces)?;
    let id = context.new_id()?;
    tx.insert_own_place(id, person, &details, context.clock.now()).await?;
    tx.commit().await?;
    Ok(own(OwnPlace { id, details }))
}

/// Removes a place that the worker wrote down, if it is there.
pub async fn remove(context: &Context, person: PersonId, id: OwnPlaceId) -> Result<()> {
    let mut tx = context.store.begin().await?;
    tx.delete_own_place(person, id).await?;
    Ok(tx.commit().await?)
}
