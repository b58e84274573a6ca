//! The interface between the page's worker and the library: text in shared memory, and three functions of the page.
//!
//! The page calls only a few functions, so a small C interface is simpler than a binding generator and its tools.

use std::cell::RefCell;

thread_local! {
    /// The text of a request, then that of its answer; the page reads and writes it directly.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn progress(share: f64);
        pub(super) safe fn panicked(text: *const u8, length: usize);
    }
}

/// Returns the page's clock in milliseconds.
pub(crate) fn now() -> f64 {
    page::now()
}

/// Reports the finished share of a calculation to the page, from 0 to 1.
pub(crate) fn progress(share: f64) {
    page::progress(share);
}

/// Makes panics report their message to the page. Must be called once, before all other functions.
#[unsafe(no_mangle)]
extern "C" fn start() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        page::panicked(text.as_ptr(), text.len());
    }));
}

/// Makes room for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request written to `room` and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    let request = BUFFER.take();
    let answer = super::answer(&String::from_utf8_lossy(&request)).into_bytes();
    let length = answer.len();
    BUFFER.set(answer);
    length
}

/// Returns the address of the answer, which is valid until the next call of `room`.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|text| text.as_ptr())
}
