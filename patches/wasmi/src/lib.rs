//! The part of wasmi that typst-library names, without an interpreter: no module can be loaded.
//!
//! What exists only after loading is an enum without variants, so the compiler proves that it is never used.

use std::fmt;
use std::marker::PhantomData;

/// The reason why a plugin cannot be loaded; the only error of this crate.
#[derive(Debug)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this program is built without WebAssembly")
    }
}

impl std::error::Error for Error {}

#[derive(Default)]
pub struct Config;

impl Config {
    pub fn wasm_relaxed_simd(&mut self, _: bool) -> &mut Self {
        self
    }
}

pub struct Engine;

impl Engine {
    pub fn new(_: &Config) -> Self {
        Self
    }
}

pub enum Module {}

impl Module {
    pub fn new(_: &Engine, _: &[u8]) -> Result<Self, Error> {
        Err(Error)
    }

    pub fn get_export(&self, _: &str) -> Option<ExternType> {
        match *self {}
    }

    pub fn exports(&self) -> std::iter::Empty<ExportType> {
        match *self {}
    }
}

pub enum ExternType {
    Func(FuncType),
    Memory(Memory),
}

pub enum ExportType {}

impl ExportType {
    pub fn name(&self) -> &str {
        match *self {}
    }

    pub fn ty(&self) -> &ExternType {
        match *self {}
    }
}

pub struct Linker<T> {
    engine: Engine,
    data: PhantomData<fn() -> T>,
}

impl<T> Linker<T> {
    pub fn new(_: &Engine) -> Self {
        Self { engine: Engine, data: PhantomData }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn func_wrap<F>(&mut self, _: &str, _: &str, _: F) -> Result<&mut Self, Error> {
        Ok(self)
    }

    pub fn instantiate_and_start(
        &self,
        _: &mut Store<T>,
        module: &Module,
    ) -> Result<Instance, Error> {
        match *module {}
    }
}

pub struct Store<T> {
    data: T,
}

impl<T> Store<T> {
    pub fn new(_: &Engine, data: T) -> Self {
        Self { data }
    }

    pub fn data_mut(&mut self) -> &mut T {
        &mut self.data
    }
}

pub enum Instance {}

impl Instance {
    pub fn get_export<S>(&self, _: &S, _: &str) -> Option<Extern> {
        match *self {}
    }
}

pub enum Extern {}

impl Extern {
    pub fn into_func(self) -> Option<Func> {
        match self {}
    }

    pub fn into_memory(self) -> Option<Memory> {
        match self {}
    }
}

pub enum FuncType {}

impl FuncType {
    pub fn params(&self) -> &[ValType] {
        match *self {}
    }

    pub fn results(&self) -> &[ValType] {
        match *self {}
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValType {
    I32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Val {
    I32(i32),
}

pub enum Func {}

impl Func {
    pub fn ty<S>(&self, _: &S) -> FuncType {
        match *self {}
    }

    pub fn call<S>(&self, _: &mut S, _: &[Val], _: &mut [Val]) -> Result<(), Error> {
        match *self {}
    }
}

pub enum Memory {}

impl Memory {
    pub fn size<S>(&self, _: &S) -> u64 {
        match *self {}
    }

    pub fn grow<S>(&self, _: &mut S, _: u64) -> Result<u64, Error> {
        match *self {}
    }

    pub fn data<'a, S>(&self, _: &'a S) -> &'a [u8] {
        match *self {}
    }

    pub fn data_mut<'a, S>(&self, _: &'a mut S) -> &'a mut [u8] {
        match *self {}
    }

    pub fn read<S>(&self, _: &S, _: usize, _: &mut [u8]) -> Result<(), Error> {
        match *self {}
    }

    pub fn write<S>(&self, _: &mut S, _: usize, _: &[u8]) -> Result<(), Error> {
        match *self {}
    }
}

pub struct Caller<'a, T> {
    data: &'a mut T,
    never: Instance,
}

impl<T> Caller<'_, T> {
    pub fn get_export(&self, _: &str) -> Option<Extern> {
        match self.never {}
    }

    pub fn data_mut(&mut self) -> &mut T {
        self.data
    }
}
