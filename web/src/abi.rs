//! How the page's worker calls the library: text in memory that both see, and three functions of the page.
//!
//! There is one function to call, so a plain C interface of four lines takes the place of a generator of bindings and its tool.

use std::alloc::{Layout, alloc, dealloc};
use std::cell::RefCell;

thread_local! {
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
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

fn layout(length: usize) -> Layout {
    Layout::array::<u8>(length.max(1)).expect("a text of less than half of the memory")
}

/// Has the page told what went wrong before all stops. To be called once, first.
#[unsafe(no_mangle)]
extern "C" fn start() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        page::panicked(text.as_ptr(), text.len());
    }));
}

/// Room for a text of so many bytes, for [`ask`].
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    // SAFETY: the layout is never of no bytes.
    unsafe { alloc(layout(length)) }
}

/// Answers the request of so many bytes that stands in its [`room`], which is given back; gives the length of the answer in bytes.
///
/// # Safety
/// `text` came from `room(length)`, is filled, and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(text: *mut u8, length: usize) -> usize {
    // SAFETY: by the contract above.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text, length) }).into_owned();
    // SAFETY: as allocated by `room`.
    unsafe { dealloc(text, layout(length)) };
    let answer = super::answer(&request);
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// Where the last answer stands, until the next is asked for.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
