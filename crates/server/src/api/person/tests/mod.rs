mod account;
mod email;
mod export;
mod picture;
mod places;
mod sessions;
