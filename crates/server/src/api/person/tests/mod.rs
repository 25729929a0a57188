mod account;
mod email;
mod export;
mod picture;
mod sessions;
