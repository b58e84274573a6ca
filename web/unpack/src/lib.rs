//! Unpacks the library, which the page holds as a plain LZMA2 stream: a third smaller than what browsers unpack by themselves.

use lzma_rust2::Lzma2Reader;
use std::cell::RefCell;
use std::io::Read;

/// The size of the dictionary in bytes. The program `web-build` has the same.
const DICTIONARY: u32 = 1 << 24;

thread_local! {
    /// What is packed, then what it unpacks to.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for so many packed bytes.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Unpacks them and returns the number of unpacked bytes, 0 if the packed ones are damaged.
#[unsafe(no_mangle)]
extern "C" fn unpack() -> usize {
    BYTES.with_borrow_mut(|bytes| {
        let mut whole = Vec::new();
        if Lzma2Reader::new(bytes.as_slice(), DICTIONARY, None).read_to_end(&mut whole).is_err() {
            whole.clear();
        }
        *bytes = whole;
        bytes.len()
    })
}

/// Where they stand.
#[unsafe(no_mangle)]
extern "C" fn unpacked() -> *const u8 {
    BYTES.with_borrow(|bytes| bytes.as_ptr())
}
