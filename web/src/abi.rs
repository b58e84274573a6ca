//! How the page's worker calls the library: text in memory that both see, and three functions of the page.
//!
//! There is one function to call, so a plain C interface of a few lines takes the place of a generator of bindings and its tool.

use std::cell::RefCell;

thread_local! {
    /// A request, then its answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn progress(share: f64);
        pub(super) safe fn panicked(text: *const u8, length: usize);
    }
}

/// The page's clock, in milliseconds.
pub(crate) fn now() -> f64 {
    page::now()
}

/// Tells the page how much of a calculation is done, from 0 to 1.
pub(crate) fn progress(share: f64) {
    page::progress(share);
}

/// Has the page told what went wrong before all stops. To be called once, first.
#[unsafe(no_mangle)]
extern "C" fn start() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        page::panicked(text.as_ptr(), text.len());
    }));
}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request that was written there; gives the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    let request = TEXT.take();
    let answer = super::answer(&String::from_utf8_lossy(&request)).into_bytes();
    let length = answer.len();
    TEXT.set(answer);
    length
}

/// Where the answer stands, until there is room for another request.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
